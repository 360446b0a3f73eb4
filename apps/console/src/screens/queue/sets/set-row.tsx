import { Badge, Text, ThemeIcon } from '@mantine/core'
import type { ChangeSet } from '@purveyor/client'
import { IconStack2 } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import classes from '../queue-list.module.css'
import { changesOf, nameOf } from './set-texts.ts'

type Props = {
  set: ChangeSet
  href: string
  isOpen: boolean
  /** True if the other rows have a checkbox. */
  isIndented: boolean
}

/** One change set of the list. */
export const SetRow = memo(function SetRow({ set, href, isOpen, isIndented }: Props) {
  const title = changesOf(set, { isListed: true })
  const source = nameOf(set)
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      {isIndented && <span className={classes.noCheck} />}
      <Link href={href} className={classes.link} aria-current={isOpen ? 'true' : undefined}>
        <ThemeIcon size={40} variant="light" color="amber" aria-hidden>
          <IconStack2 size={22} />
        </ThemeIcon>
        <span className={classes.text}>
          <Text span truncate fw={600} display="block" title={title}>
            {title}
          </Text>
          <Text span truncate c="dimmed" fz="xs" display="block" title={`${set.vendor.name} · ${source}`}>
            {set.vendor.name} · {source}
          </Text>
          <span className={classes.marks}>
            <Badge color="amber" title={t.changeSets.badgeDetail}>
              {t.changeSets.badge}
            </Badge>
            <Text span c="dimmed" fz="xs" className={classes.age}>
              <Ago time={set.submittedAt} />
            </Text>
          </span>
        </span>
      </Link>
    </div>
  )
})
