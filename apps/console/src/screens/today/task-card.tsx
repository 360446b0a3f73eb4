import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber } from '../../ui/format.ts'
import classes from './today.module.css'

type Props = {
  title: string
  /** How many there are in total, undefined while it is being read. */
  count: number | undefined
  /** The list with all of them. */
  all: { href: string; label: string }
  /** What is shown if there are none. */
  none: string
  error: unknown
  onRetry: () => void
  isPending: boolean
  actions?: ReactNode
  /** The rows, as `li`. */
  children: ReactNode
}

/** Something to do: the first entries of a list, with a link to all of them. */
export function TaskCard({ title, count, all, none, error, onRetry, isPending, actions, children }: Props) {
  const id = useId()
  return (
    <Paper withBorder component="section" aria-labelledby={id} className={classes.card}>
      <Group justify="space-between" px="md" className={classes.head} gap="xs">
        <Group gap={8}>
          <Title order={3} id={id} tabIndex={-1}>
            {title}
          </Title>
          {count !== undefined && count > 0 && <Badge color="amber">{formatNumber(count)}</Badge>}
        </Group>
        {actions}
      </Group>
      {error ? (
        <div className={classes.message}>
          <ErrorAlert error={error} onRetry={onRetry} />
        </div>
      ) : isPending ? (
        <Rows />
      ) : count === 0 ? (
        <Group gap={8} className={classes.message} wrap="nowrap">
          <IconCircleCheck size={18} aria-hidden className={classes.check} />
          <Text c="dimmed">{none}</Text>
        </Group>
      ) : (
        <>
          <ul className={classes.rows}>{children}</ul>
          <Anchor component={Link} href={all.href} className={classes.all}>
            {all.label}
          </Anchor>
        </>
      )}
    </Paper>
  )
}

function Rows() {
  return (
    <Stack gap={14} className={classes.message} aria-busy>
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} h={32} />
      ))}
    </Stack>
  )
}

/** Returns the text of the link to a list: with the number of its entries if there are more than are shown. */
export function allLabel(count: number | undefined, shown: number, otherwise: string): string {
  return count !== undefined && count > shown ? todayTexts.all(formatNumber(count)) : otherwise
}
