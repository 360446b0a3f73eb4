import { Badge, Text, type TextProps, Tooltip } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ordersTexts } from '../../texts/orders.ts'
import { formatDateTime, formatDuration, formatShortDateTime } from '../format.ts'
import { useEachMinute } from '../use-each-minute.ts'
import { type Deadline, nextDeadline } from './due.ts'

type Props = { deadline: Deadline } & TextProps

/** How late an order is, since its deadline. */
export function LateBadge({ at }: { at: string }) {
  useEachMinute()
  const seconds = Math.abs(Date.parse(at) - Date.now()) / 1000
  return (
    <Badge
      component="span"
      color="red"
      miw="max-content"
      leftSection={<IconAlertTriangle size={12} aria-hidden />}
    >
      {seconds < 60 ? ordersTexts.due.late : ordersTexts.due.lateBy(formatDuration(seconds))}
    </Badge>
  )
}

/** How long is left until a deadline, or how late an order is. */
export function TimeLeft({ deadline: { at, action, isLate }, ...props }: Props) {
  useEachMinute()
  const seconds = Math.abs(Date.parse(at) - Date.now()) / 1000
  const exact = ordersTexts.due[action](formatDateTime(at))
  if (!isLate)
    return (
      <Tooltip label={exact}>
        <Text component="span" inherit {...props}>
          {/* The deadline has passed since the order was read, or passes within a minute. */}
          {Date.parse(at) - Date.now() < 60_000
            ? ordersTexts.due.now
            : ordersTexts.due.in(formatDuration(seconds))}
        </Text>
      </Tooltip>
    )
  return (
    <Tooltip label={exact}>
      <span>
        <LateBadge at={at} />
      </span>
    </Tooltip>
  )
}

/** The deadline of an order that counts now: how long is left, and what should be done by when. */
export function DueTime({ order }: { order: Order }) {
  const deadline = nextDeadline(order)
  if (!deadline) return null
  return (
    <>
      <TimeLeft deadline={deadline} />
      <Text component="time" display="block" dateTime={deadline.at} c="dimmed" fz="xs">
        {ordersTexts.due[deadline.action](formatShortDateTime(deadline.at))}
      </Text>
    </>
  )
}
