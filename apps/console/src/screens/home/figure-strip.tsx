import { Text } from '@mantine/core'
import type { PlatformStatistics } from '@purveyor/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { operatorTexts } from '../../texts/operator.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { waitingCount } from './counts.ts'
import classes from './home.module.css'

/** The key figures. Each leads to what it counts. */
export function FigureStrip({
  statistics: { waiting, late, dueSoon, deadlines }
}: {
  statistics: PlatformStatistics
}) {
  const oldest = waiting.flatMap(({ oldestAt }) => oldestAt ?? []).sort()[0]
  const { lateShare } = deadlines
  return (
    <nav aria-label={operatorTexts.home.figures} className={classes.strip}>
      <Figure label={operatorTexts.home.waiting} value={waitingCount(waiting)} href="/queue">
        {oldest ? (
          <>
            {operatorTexts.home.oldest} <Ago time={oldest} />
          </>
        ) : (
          operatorTexts.home.none
        )}
      </Figure>
      <Figure
        label={operatorTexts.home.late}
        value={formatNumber(late.count)}
        href="/orders?due=late&sort=due"
        isBad={late.count > 0}
      >
        {late.oldestDueAt ? (
          <>
            {operatorTexts.home.firstDue} <Ago time={late.oldestDueAt} />
          </>
        ) : (
          operatorTexts.home.none
        )}
      </Figure>
      <Figure
        label={operatorTexts.home.dueSoon}
        value={formatNumber(dueSoon)}
        href="/orders?due=soon&sort=due"
      >
        {operatorTexts.home.dueSoonHint}
      </Figure>
      <Figure
        label={operatorTexts.home.lateShare}
        value={lateShare === null ? '–' : formatPercent(lateShare)}
        href="/vendors?sort=-lateOrders"
      >
        {lateShare === null
          ? operatorTexts.home.noDeadlines
          : operatorTexts.home.lateShareOf(formatNumber(deadlines.late), formatNumber(deadlines.orders))}
      </Figure>
    </nav>
  )
}

type Props = { label: string; value: string; href: string; isBad?: boolean; children: ReactNode }

function Figure({ label, value, href, isBad, children }: Props) {
  return (
    <Link href={href} className={classes.figure}>
      <Text c="dimmed" component="span">
        {label}
      </Text>
      <span className={classes.value} data-bad={isBad || undefined}>
        {value}
      </span>
      <Text c="dimmed" fz="sm" component="span">
        {children}
      </Text>
    </Link>
  )
}
