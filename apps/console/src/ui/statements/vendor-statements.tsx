import type { Statement } from '@purveyor/client'
import { IconCash, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { vendorTexts } from '../../texts/vendors.ts'
import { type Column, DataTable } from '../data-table.tsx'
import { formatDays, formatMoney } from '../format.ts'
import { RowMenu } from '../row-menu.tsx'
import { useDownload } from '../use-download.ts'
import { PayDialog } from './pay-dialog.tsx'
import { Payment, StatementBadge } from './statement-badge.tsx'
import classes from './vendor-statements.module.css'

const texts = vendorTexts.statements

const vendorColumn: Column<Statement> = {
  key: 'vendor',
  label: vendorTexts.vendor,
  cell: ({ vendorName }) => <bdi>{vendorName}</bdi>
}
const columns: Column<Statement>[] = [
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
    key: 'amountDue',
    label: statementsTexts.amountDue,
    cell: ({ amountDue, currency }) => <b>{formatMoney(amountDue, currency)}</b>,
    isNumber: true
  }
]

type Props = {
  statements: readonly Statement[]
  isLoading: boolean
  /** False if all statements are of one vendor. */
  withVendor: boolean
  empty: ReactNode
}

/** True for statements that can be marked as paid. */
export function isPayable({ status, amountDue }: Statement): boolean {
  return status === 'CLOSED' && Number(amountDue) > 0
}

/** Statements of vendors for the operator, who can mark them as paid. */
export function VendorStatements({ statements, withVendor, ...props }: Props) {
  const { canManage, purveyor } = useSignedIn()
  const [paying, setPaying] = useState<Statement>()
  const download = useDownload()
  const actions = (statement: Statement) => {
    const { id, number } = statement
    const pdf = {
      label: statementsTexts.pdf,
      icon: IconDownload,
      onClick: () =>
        download.mutate([
          { read: () => purveyor.platform.statements.document(id), name: `statement-${number}.pdf` }
        ])
    }
    const pay = { label: texts.pay, icon: IconCash, onClick: () => setPaying(statement) }
    return (
      <RowMenu
        label={texts.actions(statementsTexts.numbered(number))}
        actions={canManage && isPayable(statement) ? [pay, pdf] : [pdf]}
      />
    )
  }
  return (
    <>
      <DataTable
        {...props}
        label={statementsTexts.title}
        columns={[
          {
            key: 'statement',
            label: statementsTexts.statement,
            cell: ({ number }) => <span className={classes.number}>{statementsTexts.numbered(number)}</span>
          },
          ...(withVendor ? [vendorColumn] : []),
          ...columns
        ]}
        rows={statements}
        keyOf={({ id }) => id}
        href={({ id }) => `/statements/${id}`}
        actions={actions}
      />
      {paying && <PayDialog key={paying.id} statement={paying} onClose={() => setPaying(undefined)} />}
    </>
  )
}
