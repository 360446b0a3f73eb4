import type { OpenStatement, Statement } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { showFields } from '../output/wrap.ts'
import { localTime } from '../time.ts'
import { money, periodText, statusText } from './amounts.ts'
import { findStatement } from './find-statement.ts'

/** Runs `purveyor statements show STATEMENT|open`. */
export async function showStatement(context: Context, { positionals }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const client = await context.client()
  const name = positionals[0] ?? ''
  if (name === 'open') {
    const open = await client.statements.open({ signal })
    out.result(open)
    showOpen(open, out)
    return exitCodes.done
  }
  const statement = await findStatement(client, name, signal)
  out.result(statement)
  showClosed(statement, out)
  return exitCodes.done
}

function showClosed(statement: Statement, out: Output): void {
  const { number, timeZone, closedAt, paidAt, reference, id } = statement
  out.line(`${out.bold(`Statement ${number}`)}  ${periodText(statement)}  ${statusText(statement, out)}`)
  out.line()
  showFields(out, [
    ...balanceFields(statement),
    ['Time zone', timeZone],
    ['Closed', localTime(closedAt)],
    ...(paidAt === null ? [] : [['Paid', `${localTime(paidAt)}, ${reference}`] satisfies [string, string]]),
    ['Id', id]
  ])
}

function showOpen(open: OpenStatement, out: Output): void {
  out.line(`${out.bold('Open period')}  ${periodText(open)}`)
  if (open.balances.length === 0) out.line('No lines yet.')
  for (const balance of open.balances) {
    out.line()
    showFields(out, balanceFields(balance))
  }
}

function balanceFields(balance: OpenStatement['balances'][number]): [string, string][] {
  const { currency, openingBalance, closingBalance, lineCount } = balance
  const amount = (decimal: string) => money(decimal, currency)
  return [
    ['Lines', String(lineCount)],
    ...(/[1-9]/.test(openingBalance)
      ? [['Carried over', amount(openingBalance)] satisfies [string, string]]
      : []),
    ['Shipped goods', amount(balance.itemTotal)],
    ['Shipping charges', amount(balance.shippingTotal)],
    ['Adjustments', amount(balance.adjustmentTotal)],
    ...(closingBalance.startsWith('-')
      ? [['Balance', amount(closingBalance)] satisfies [string, string]]
      : []),
    ['Amount due', amount(balance.amountDue)]
  ]
}
