import { Badge, Text } from '@mantine/core'
import type { Statement, StatementStatus } from '@purveyor/client'
import { statementsTexts } from '../../texts/statements.ts'
import { formatDayIn } from '../format.ts'

const colors: Record<StatementStatus, string> = { CLOSED: 'blue', PAID: 'green' }

/** The status of a statement. */
export function StatementBadge({ status }: Pick<Statement, 'status'>) {
  return (
    <Badge component="span" miw="max-content" color={colors[status]}>
      {statementsTexts.statuses[status]}
    </Badge>
  )
}

/** The status of the period that hasn't ended. */
export function OpenBadge() {
  return (
    <Badge component="span" miw="max-content" color="amber">
      {statementsTexts.open}
    </Badge>
  )
}

/** When and with which reference a statement was paid, or that it wasn't. The badge beside it says that it was paid. */
export function Payment({ statement }: { statement: Statement }) {
  return (
    <Text span c="dimmed" fz="sm">
      <bdi>{paymentText(statement)}</bdi>
    </Text>
  )
}

function paymentText({ status, paidAt, reference, amountDue, timeZone }: Statement): string {
  if (status === 'PAID' && paidAt) return statementsTexts.paidOn(formatDayIn(timeZone, paidAt), reference)
  return Number(amountDue) > 0 ? statementsTexts.unpaid : statementsTexts.nothingDue
}
