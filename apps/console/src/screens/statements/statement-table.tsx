import { ActionIcon, Tooltip } from '@mantine/core'
import type { Statement } from '@purveyor/client'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDays, formatMoney, formatNumber } from '../../ui/format.ts'
import { Payment, StatementBadge } from '../../ui/statements/statement-badge.tsx'
import { useDownload } from '../../ui/use-download.ts'
import classes from './statements.module.css'
import { documentOf } from './use-statements.ts'

const columns: [Column<Statement>, ...Column<Statement>[]] = [
  {
    key: 'statement',
    label: statementsTexts.statement,
    cell: ({ number }) => statementsTexts.numbered(number)
  },
  {
    key: 'period',
    label: statementsTexts.period,
    cell: ({ firstDay, lastDay }) => formatDays(firstDay, lastDay)
  },
  {
    key: 'status',
    label: statementsTexts.status,
    cell: (statement) => (
      <span className={classes.status}>
        <StatementBadge status={statement.status} /> <Payment statement={statement} />
      </span>
    )
  },
  {
    key: 'lines',
    label: statementsTexts.lines,
    cell: ({ lineCount }) => formatNumber(lineCount),
    isNumber: true
  },
  { key: 'currency', label: statementsTexts.currency, cell: ({ currency }) => currency },
  {
    key: 'amountDue',
    label: statementsTexts.amountDue,
    cell: ({ amountDue, currency }) => <b>{formatMoney(amountDue, currency)}</b>,
    isNumber: true
  }
]

/** The closed statements. */
export function StatementTable({ statements, isLoading }: { statements: Statement[]; isLoading: boolean }) {
  return (
    <DataTable
      label={statementsTexts.title}
      columns={columns}
      rows={statements}
      isLoading={isLoading}
      keyOf={({ id }) => id}
      href={({ id }) => `/statements/${id}`}
      actions={(statement) => <DocumentButton statement={statement} />}
    />
  )
}

/** Downloads a statement as a PDF. */
function DocumentButton({ statement }: { statement: Statement }) {
  const signedIn = useSignedIn()
  const download = useDownload()
  const label = statementsTexts.documentOf(statement.number)
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        loading={download.isPending}
        onClick={() => download.mutate([documentOf(signedIn, statement)])}
      >
        <IconDownload size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
