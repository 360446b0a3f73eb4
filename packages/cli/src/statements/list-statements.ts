import type { Statement, StatementStatus } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readCount, usageError } from '../options.ts'
import type { Column } from '../output/output.ts'
import { money, periodText, statusText } from './amounts.ts'

/** The statuses of statements. A compile error reports a status that the API has and this list hasn't. */
const statuses = Object.keys({ CLOSED: 0, PAID: 0 } satisfies Record<StatementStatus, 0>) as StatementStatus[]
const defaultLimit = 20

const columns: Column[] = [
  { title: 'Number', align: 'right', isFixed: true },
  { title: 'Period', isFixed: true },
  { title: 'Status', isFixed: true },
  { title: 'Lines', align: 'right', isFixed: true },
  { title: 'Balance', align: 'right', isFixed: true },
  { title: 'Due', align: 'right', isFixed: true },
  { title: 'Reference' }
]

/** Runs `purveyor statements list`. */
export async function listStatements(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const limit = readCount(values.limit, 'limit') ?? defaultLimit
  const status = readStatus(values.status)
  const client = await context.client()
  const statements: Statement[] = []
  let hasMore = false
  const query = { first: Math.min(limit + 1, 100), ...(status && { status }) }
  for await (const statement of client.statements.list(query, { signal })) {
    hasMore = statements.length === limit
    if (hasMore) break
    statements.push(statement)
  }
  out.result({ statements, hasMore })
  if (statements.length === 0) out.line('No statements.')
  else
    out.table(
      columns,
      statements.map((statement) => rowOf(statement, statusText(statement, out)))
    )
  if (hasMore) out.note(out.dim(`There are more statements. --limit ${limit * 2} shows more.`))
  return exitCodes.done
}

function rowOf(statement: Statement, status: string): string[] {
  const { number, lineCount, closingBalance, amountDue, currency, reference } = statement
  return [
    ...[String(number), periodText(statement), status, String(lineCount)],
    ...[money(closingBalance, currency), money(amountDue, currency), reference ?? '']
  ]
}

function readStatus(value: Input['values'][string]): StatementStatus | undefined {
  if (typeof value !== 'string') return undefined
  const status = statuses.find((one) => one === value.trim().toUpperCase())
  if (!status) throw usageError(`--status ${value} isn't a status.`, 'The statuses are closed and paid.')
  return status
}
