import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import { count, plural } from '../output/numbers.ts'
import type { Output, Progress } from '../output/output.ts'
import type { Counts, Entry, FieldChange, Others, Plan } from './entries.ts'
import { printable, showValues } from './show-value.ts'

const indent = 6
/** The names of fields and columns get at least this much room. */
const minFieldWidth = 16

/** What a plan is shown with. */
export type Shown = {
  /** The name of the file, as the user wrote it. */
  file: string
  limit: number
  /** The command that applies the plan. Undefined if the file was read from stdin. */
  command: string | undefined
  /** Returns the column that sets a field, or the field if no column does. */
  column(field: string): string
  /** Returns the value of a field as it is shown, for example the names of categories. */
  display(change: FieldChange, value: unknown): unknown
}

/** Shows a plan: the entries by row, and a summary. */
export async function showPlan(out: Output, plan: Plan, shown: Shown): Promise<void> {
  await forEntries(out, plan, shown.limit, (entry) => {
    for (const line of entryLines(out, entry, shown)) out.line(line)
  })
  const { counts, hasImages } = plan
  const others = await plan.others()
  const size = counts.create + counts.update + counts.errors
  const hidden = size - Math.min(size, shown.limit)
  if (hidden > 0) out.line(out.dim(`  … and ${plural(hidden, 'more row')}. Show all with --all.`))
  if (size > 0) out.line()
  out.line(summary(out, counts))
  for (const line of adviceLines(counts, { ...others, ...shown, hasImages })) out.line(line)
}

/** Writes a plan as NDJSON: one record for each entry, and a last one with the counts. */
export async function writePlan(out: Output, plan: Plan, shown: Shown): Promise<void> {
  const { file, limit, column } = shown
  await forEntries(out, plan, limit, (entry) => {
    if (entry.kind !== 'update') return out.record(entry)
    const changes = entry.changes.map((change) => ({ column: column(change.field), ...change }))
    out.record({ ...entry, changes })
  })
  const { notInFile, isExact: isCountExact } = await plan.others()
  out.record({
    ...{ kind: 'summary', file, ...plan.counts, notInFile, isCountExact },
    comparesImages: !plan.hasImages
  })
}

/** How many rows are read between two updates of the progress bar. */
const rowsPerUpdate = 100

/**
 * Reads all rows of a plan, and calls `show` with the first entries. The progress bar is removed while entries are shown.
 */
async function forEntries(
  out: Output,
  plan: Plan,
  limit: number,
  show: (entry: Entry) => void
): Promise<void> {
  let progress: Progress | undefined
  let [rows, left] = [0, limit]
  try {
    for await (const entry of plan.rows()) {
      if (entry && left > 0) {
        left--
        progress?.stop()
        progress = undefined
        show(entry)
        await drain(out)
      }
      if (++rows % rowsPerUpdate !== 0) continue
      progress ??= out.progress('Reading the result', undefined)
      progress.update(rows)
    }
  } finally {
    progress?.stop()
  }
}

/** Waits while stdout is full, so that a long plan isn't buffered in memory. */
function drain(out: Output): Promise<void> {
  return out.write('')
}

function entryLines(out: Output, entry: Entry, shown: Shown): string[] {
  const title = printable(`${entry.code ?? '(no SKU)'}  ${entry.name}`)
  if (entry.kind === 'create') return [`  ${out.green('+')} ${title}`]
  if (entry.kind === 'update') {
    const width = widthOf(entry.changes.map(({ field }) => shown.column(field)))
    const lines = entry.changes.map((change) => changeLine(out, change, { shown, width }))
    const more = entry.changeCount - entry.changes.length
    const rest = more > 0 ? [`${' '.repeat(indent)}${out.dim(`… and ${plural(more, 'more change')}`)}`] : []
    return [`  ${out.yellow('~')} ${title}`, ...lines, ...rest]
  }
  const width = widthOf(entry.errors.map(({ column }) => column ?? ''))
  const lines = entry.errors.map((fault) => faultLine(out, fault, width))
  return [`  ${out.red('!')} ${title}  ${out.dim(`row ${entry.row}`)}`, ...lines]
}

function changeLine(
  out: Output,
  change: FieldChange,
  { shown, width }: { shown: Shown; width: number }
): string {
  const { field, needsApproval } = change
  const { column, display } = shown
  // The service doesn't list the values of documents.
  if (field === 'documents') return `${nameCell(column(field), width)}are replaced`
  const note = needsApproval ? '  waits for approval' : ''
  const room = Math.max(24, Math.floor((out.width - indent - width - 5 - note.length) / 2))
  const { old, new: sent } = showValues(display(change, change.old), display(change, change.new), room)
  if (change.old === undefined) return `${nameCell(column(field), width)}→ ${sent}`
  return `${nameCell(column(field), width)}${out.dim(old)} → ${sent}${note && out.dim(note)}`
}

function faultLine(out: Output, { column, value, message }: RowFault, width: number): string {
  const start = value === '' ? '' : `${out.dim(`"${printable(value)}"`)} `
  return `${nameCell(column ?? '', width)}${start}${message}`
}

function nameCell(name: string, width: number): string {
  return `${' '.repeat(indent)}${printable(name).padEnd(width)} `
}

function widthOf(names: string[]): number {
  return Math.max(minFieldWidth, ...names.map((name) => name.length))
}

function summary(out: Output, counts: Counts): string {
  if (counts.create + counts.update + counts.errors === 0) {
    const are = counts.unchanged === 1 ? 'is' : 'are'
    return `${out.green('✓')} No differences. ${plural(counts.unchanged, 'product')} ${are} unchanged.`
  }
  const parts = [
    counts.create > 0 && out.green(`${plural(counts.create, 'product')} to create`),
    counts.update > 0 && out.yellow(`${plural(counts.update, 'product')} to change`),
    counts.errors > 0 && out.red(`${plural(counts.errors, 'row')} with errors`),
    `${count(counts.unchanged)} unchanged`
  ]
  return `${parts.filter((part) => part !== false).join(', ')}.`
}

function adviceLines(
  counts: Counts,
  { command, hasImages, ...others }: Pick<Shown, 'command'> & Others & { hasImages: boolean }
): string[] {
  const changed = counts.create + counts.update > 0
  return [
    ...othersLine(others),
    ...approvalLine(counts),
    ...(hasImages ? ["Images aren't compared."] : []),
    ...(changed && command !== undefined ? ['', `To apply the changes: ${command}`] : [])
  ]
}

function othersLine({ notInFile, isExact }: Others): string[] {
  if (notInFile === 0) return []
  const others = `${isExact ? '' : 'About '}${plural(notInFile, 'product')}`
  return notInFile === 1
    ? [`${others} isn't in the file. Push leaves it as it is.`]
    : [`${others} aren't in the file. Push leaves them as they are.`]
}

function approvalLine({ needApproval }: Counts): string[] {
  if (needApproval === 0) return []
  return needApproval === 1
    ? ['1 changed product is live: changes of its name and descriptions wait for approval.']
    : [
        `${plural(needApproval, 'changed product')} are live: changes of their names and descriptions wait for approval.`
      ]
}
