import { Text } from '@mantine/core'
import type { OrderSummary } from '@purveyor/client'
import { formatShortDateTime } from '../../ui/format.ts'
import { TimeLeft } from '../../ui/orders/due-time.tsx'

type Due = Pick<OrderSummary['suborders'][number], 'status' | 'dueAt' | 'isLate'>

/** The deadline of a vendor's part that counts now: how long is left, and when it is. */
export function PartDue({ part: { status, dueAt, isLate } }: { part: Due }) {
  if (!dueAt) return null
  const action = status === 'CONFIRMED' ? 'acknowledge' : 'ship'
  return (
    <>
      <TimeLeft deadline={{ action, at: dueAt, isOpen: true, isLate }} />
      <Text component="time" display="block" dateTime={dueAt} c="dimmed" fz="xs">
        {formatShortDateTime(dueAt)}
      </Text>
    </>
  )
}
