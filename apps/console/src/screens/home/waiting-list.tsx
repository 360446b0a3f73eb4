import { Text } from '@mantine/core'
import type { WaitingCount } from '@purveyor/client'
import { Link } from 'wouter'
import { operatorTexts } from '../../texts/operator.ts'
import { Ago } from '../../ui/ago.tsx'
import { waitingCount } from './counts.ts'
import classes from './home.module.css'
import { HomeSection } from './home-section.tsx'

/** What waits in the review queue and since when, by kind. */
export function WaitingList({ waiting }: { waiting: readonly WaitingCount[] }) {
  const isEmpty = waiting.every(({ count }) => count === 0)
  return (
    <HomeSection
      title={operatorTexts.home.reviewTitle}
      none={isEmpty && operatorTexts.home.reviewEmpty}
      all={{ href: '/queue', label: operatorTexts.home.openQueue }}
    >
      <ul className={classes.rows}>
        {waiting.map((one) => (
          <li key={one.kind}>
            <Link href={`/queue?kind=${one.kind}`} className={classes.row}>
              <span>
                <Text component="span" display="block">
                  {operatorTexts.home.kinds[one.kind]}
                </Text>
                <Text component="span" display="block" c="dimmed" fz="sm">
                  {one.oldestAt ? (
                    <>
                      {operatorTexts.home.oldest} <Ago time={one.oldestAt} />
                    </>
                  ) : (
                    operatorTexts.home.none
                  )}
                </Text>
              </span>
              <span className={classes.number}>{waitingCount([one])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
