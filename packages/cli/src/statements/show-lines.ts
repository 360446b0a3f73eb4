import type { Purveyor, StatementLine } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import type { Column } from '../output/output.ts'
import { saveBody, showBody } from '../request/show-response.ts'
import { localTime } from '../time.ts'
import { grouped, money } from './amounts.ts'
import { findStatement } from './find-statement.ts'
import { requireNewFile } from './new-file.ts'

/** The number of lines that are shown as one table. */
const pageSize = 100

const columns: Column[] = [
  { title: 'Recorded', isFixed: true },
  { title: 'PO', isFixed: true },
  { title: 'What', wraps: true },
  { title: 'Pieces', align: 'right', isFixed: true },
  { title: 'Cost', align: 'right', isFixed: true },
  { title: 'Amount', align: 'right', isFixed: true }
]

/** Runs `purveyor statements lines STATEMENT|open`. */
export async function showLines(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const output = typeof values.output === 'string' ? values.output : undefined
  if (values.csv === true && output !== undefined) {
    throw usageError('--csv writes to stdout, and --output to a file.', 'Leave out one of them.')
  }
  if (output !== undefined) await requireNewFile(context, output, values.force === true)
  const { signal, out } = context
  const client = await context.client()
  const name = positionals[0] ?? ''
  const id = name === 'open' ? undefined : (await findStatement(client, name, signal)).id
  if (values.csv === true || output !== undefined) {
    const path = `/vendor/statements/${id ?? 'open'}/lines`
    const response = await client.request('GET', path, {
      headers: { accept: 'text/csv' },
      as: 'response',
      signal
    })
    if (output === undefined) await showBody(context, response)
    else {
      await saveBody(context, response, output)
      out.result({ file: output })
    }
    return exitCodes.done
  }
  return showTable(context, client, id)
}

async function showTable(
  { out, json, signal }: Context,
  client: Purveyor,
  id: string | undefined
): Promise<ExitCode> {
  const query = { first: pageSize }
  const pages =
    id === undefined
      ? client.statements.openLines(query, { signal })
      : client.statements.lines(id, query, { signal })
  let count = 0
  for await (const { lines } of pages.byPage()) {
    count += lines.length
    for (const line of lines) out.record(line)
    if (lines.length > 0 && !json) out.table(columns, lines.map(rowOf))
  }
  if (count === 0) out.line('No lines.')
  return exitCodes.done
}

function rowOf(line: StatementLine): string[] {
  const { recordedAt, poNumber, quantity, unitCost, amount, currency } = line
  return [
    localTime(recordedAt).slice(0, 16),
    poNumber ?? '',
    describe(line),
    quantity === null ? '' : String(quantity),
    unitCost === null ? '' : grouped(unitCost),
    money(amount, currency)
  ]
}

function describe({ kind, sku, productName, reason }: StatementLine): string {
  if (kind === 'ADJUSTMENT') return `adjustment: ${reason}`
  return kind === 'SHIPPING' ? 'shipping charge' : `${sku} ${productName}`
}
