import { count } from '../output/numbers.ts'
import type { Output } from './output.ts'
import { definitions } from './wrap.ts'

/** A line of a summary, such as `Updated  17`, with a note in parentheses. */
export type Counter = { name: string; value: number | string; note?: string | undefined }

/** Returns the first line of the summary of a file: whether all rows were processed. */
export function headline(out: Output, { failed, isDryRun }: { failed: number; isDryRun: boolean }): string {
  const what = isDryRun ? 'Dry run: nothing was changed.' : 'Done.'
  if (failed === 0) return out.green(`✓ ${what}`)
  return out.yellow(`${what} ${count(failed)} ${failed === 1 ? 'row' : 'rows'} failed.`)
}

/** Shows counters below each other. Those with 0 are left out, except the first one if all are 0. */
export function showCounters(out: Output, counters: Counter[]): void {
  const some = counters.filter(({ value }) => value !== 0)
  const shown = some.length > 0 ? some : counters.slice(0, 1)
  const numbers = shown.map(({ value }) => (typeof value === 'number' ? count(value) : ''))
  const width = Math.max(0, ...numbers.map(({ length }) => length))
  const entries = shown.map(({ name, value, note }): [string, string] => {
    const text = typeof value === 'number' ? count(value).padStart(width) : value
    return [name, note ? `${text}  (${note})` : text]
  })
  for (const line of definitions(entries, out.width)) out.line(line)
}
