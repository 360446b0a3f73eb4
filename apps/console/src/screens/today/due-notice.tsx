import { Anchor, Group, Text, ThemeIcon } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { Ago } from '../../ui/ago.tsx'
import classes from './today.module.css'
import { useDueToday } from './use-today.ts'

/** Says how many orders are late or due today, and leads to them. It is left out if there are none. */
export function DueNotice({ statistics }: { statistics: VendorStatistics | undefined }) {
  const { data: today = 0 } = useDueToday()
  const late = statistics?.late
  if (!late || (late.count === 0 && today === 0)) return null
  return (
    <section aria-label={todayTexts.due} className={classes.due}>
      {late.count > 0 && (
        <Due
          color="red"
          icon={IconAlertTriangle}
          title={todayTexts.late(late.count)}
          href="/orders?due=late&sort=due"
        >
          {late.oldestDueAt && (
            <>
              {todayTexts.lateSince} <Ago time={late.oldestDueAt} />
            </>
          )}
        </Due>
      )}
      {today > 0 && (
        <Due
          color="amber"
          icon={IconClock}
          title={todayTexts.dueToday(today)}
          href="/orders?due=today&sort=due"
        >
          {todayTexts.dueTodayHint}
        </Due>
      )}
    </section>
  )
}

type Props = { color: string; icon: typeof IconClock; title: string; href: string; children: ReactNode }

function Due({ color, icon: Icon, title, href, children }: Props) {
  return (
    <Group gap="sm" wrap="nowrap">
      <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
        <Icon size={20} />
      </ThemeIcon>
      <div>
        <Anchor component={Link} href={href} fw={600}>
          {title}
        </Anchor>
        <Text c="dimmed" fz="sm">
          {children}
        </Text>
      </div>
    </Group>
  )
}
