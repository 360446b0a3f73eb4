import type { Stage } from './stages.ts'
import type { Tally } from './tally.ts'

type Run = { tally: Tally; stages: readonly Stage[]; categories: number; ms: number; journal: string }

/** What a run did, for people: counts, time and rate, then every failed row with its reasons. */
export function reportText({ tally, stages, categories, ms, journal }: Run): string {
  const { rows } = tally
  const counts: [number, string][] = [
    [tally.created, 'created'],
    [tally.alreadyThere, 'already there'],
    ...(stages.includes('approve') ? ([[tally.approved, 'approved']] as [number, string][]) : []),
    ...(stages.includes('verify') ? ([[tally.verified, 'verified']] as [number, string][]) : []),
    [tally.failed, 'failed']
  ]
  if (tally.doneBefore > 0) counts.push([tally.doneBefore, `done in an earlier run (${journal})`])
  if (categories > 0) counts.push([categories, 'categories made'])
  const width = Math.max(...counts.map(([count]) => grouped(count).length))
  return [
    `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} in ${duration(ms)}${rate(rows, ms)}`,
    ...counts.map(([count, what]) => `  ${grouped(count).padStart(width)} ${what}`),
    ...failureLines(tally, journal)
  ].join('\n')
}

function failureLines({ failed, failures }: Tally, journal: string): string[] {
  if (failed === 0) return []
  const sorted = failures.toSorted((one, other) => one.line - other.line)
  const lines = sorted.flatMap(({ line, sku, reasons }) =>
    reasons.map((reason) => `  line ${line}${sku === undefined ? '' : ` (${sku})`}: ${reason}`)
  )
  const hidden = failed - failures.length
  return [
    '',
    'What failed:',
    ...lines,
    ...(hidden > 0 ? [`  and ${grouped(hidden)} rows more, all in ${journal}`] : [])
  ]
}

function rate(rows: number, ms: number): string {
  return rows > 0 && ms > 0 ? `, ${((rows * 1000) / ms).toFixed(1)} a second` : ''
}

function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
