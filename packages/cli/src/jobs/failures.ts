import type { ImportItem, Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { plural } from '../output/numbers.ts'

const formats = { table: undefined, csv: 'text/csv', ndjson: 'application/x-ndjson' }

/** On a terminal and elsewhere, a table shows at most this many errors. */
const maxRows = 1000

/** Reads `--format`. Throws a `CommandError` if there is no such format. */
export function readFormat(value: unknown): keyof typeof formats {
  if (value === undefined) return 'table'
  if (typeof value === 'string' && Object.hasOwn(formats, value)) return value as keyof typeof formats
  throw usageError(`\`--format\` must be table, csv or ndjson, not \`${value}\`.`)
}

function rowsOf(item: ImportItem): string[][] {
  return item.errors.map((fault) => [
    String(item.index + 1),
    item.code ?? '',
    fault.field ?? '',
    fault.message
  ])
}

/** Shows the errors of the failed items as a table, or with `--json` each failed item as a line of NDJSON. */
async function showItems(context: Context, client: Purveyor, id: string): Promise<ExitCode> {
  const { out, signal } = context
  const rows: string[][] = []
  let items = 0
  let errors = 0
  for await (const item of client.importJobs.items(id, { status: 'FAILED', first: 100 }, { signal })) {
    items++
    errors += item.errors.length
    out.record(item)
    if (!context.json && rows.length < maxRows) rows.push(...rowsOf(item))
  }
  if (items === 0) out.line('No item has failed.')
  else
    out.table(
      [
        { title: 'Item', align: 'right' },
        { title: 'SKU' },
        { title: 'Field' },
        { title: 'Problem', wraps: true }
      ],
      rows
    )
  if (items > 0 && !context.json) {
    const more = errors > rows.length ? `, of which the first ${rows.length} are shown` : ''
    out.note(out.dim(`${plural(errors, 'error')} in ${plural(items, 'failed item')}${more}`))
  }
  return exitCodes.done
}

/** Writes the submitted fields of the failed items, with their errors, as the service's report has them. */
async function writeReport(
  context: Context,
  client: Purveyor,
  id: string,
  accept: string
): Promise<ExitCode> {
  const path = `/vendor/import-jobs/${encodeURIComponent(id)}/report`
  const { signal } = context
  const report = await client.request('GET', path, {
    query: { status: 'FAILED' },
    headers: { accept },
    as: 'stream',
    signal
  })
  for await (const chunk of report) await context.out.write(chunk)
  return exitCodes.done
}

/** Shows the failed items of a job in the format. */
export function showFailures(
  context: Context,
  client: Purveyor,
  { id, format }: { id: string; format: keyof typeof formats }
): Promise<ExitCode> {
  const accept = formats[format]
  return accept ? writeReport(context, client, id, accept) : showItems(context, client, id)
}
