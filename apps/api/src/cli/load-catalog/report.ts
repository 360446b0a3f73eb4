import type { Writable } from 'node:stream'
import cliProgress from 'cli-progress'
import type { Stage } from './options.ts'

export type Progress = {
  /** Advances the progress by a number of rows that are done or have failed. */
  advance(rows: number): void
  /** Shows a text to the user. */
  note(text: string): void
  end(): void
}

const rows = '{bar} {percentage}%  {value}/{total} rows'
const formats = { usual: `${rows}, {eta_formatted} left`, noted: `${rows}  {note}` }

const tenths = 10
const maxRowsPerLine = 1000

/**
 * Shows a progress bar if the stream is a terminal. Otherwise writes a line after each tenth of the rows, and
 * at least every 1,000 rows.
 */
export function showProgress(stream: Writable & { isTTY?: boolean }, total: number): Progress {
  return stream.isTTY ? bar(stream, total) : lines(stream, total)
}

function bar(stream: Writable, total: number): Progress {
  const single = new cliProgress.SingleBar({
    format: (options, params, payload: { note: string }) =>
      cliProgress.Format.Formatter(
        { ...options, format: payload.note ? formats.noted : formats.usual },
        params,
        payload
      ),
    // With this size the line has 80 columns when it shows the longest note.
    barsize: 24,
    stream,
    // A batch progresses unevenly, so the time left is estimated from many rows.
    etaBuffer: 500,
    linewrap: true,
    // The command handles Ctrl-C itself and ends the bar.
    gracefulExit: false,
    barCompleteChar: '█',
    barIncompleteChar: '░'
  })
  single.start(total, 0, { note: '' })
  return {
    advance: (rows) => single.increment(rows, { note: '' }),
    note: (text) => single.update({ note: text }),
    end: () => single.stop()
  }
}

function lines(stream: Writable, total: number): Progress {
  const step = Math.max(1, Math.min(maxRowsPerLine, Math.ceil(total / tenths)))
  let value = 0
  let written = 0
  const write = () => {
    written = value
    stream.write(`${grouped(value)} of ${grouped(total)} rows\n`)
  }
  return {
    advance(rows) {
      value += rows
      if (value - written >= step) write()
    },
    note: (text) => void stream.write(`${text}\n`),
    end() {
      if (value > written) write()
    }
  }
}

/** A row that can't be loaded. */
type Failure = { line: number; sku: string | undefined; reasons: string[] }

/** The initial counts of rows. A row can count as both created and failed, because a later stage can fail. */
const emptyCounts = {
  /** Rows that are done or have failed. */
  rows: 0,
  created: 0,
  alreadyExisted: 0,
  approved: 0,
  verified: 0,
  failed: 0,
  /** Rows that are skipped because an earlier run has loaded them. */
  doneBefore: 0
}

/** The counts of a run and its first failures. The journal contains all failures. */
export type Tally = typeof emptyCounts & { failures: Failure[] }

/** The maximum number of failures that the report lists. Further failures aren't stored in memory. */
const listedFailures = 1000

export function newTally(): Tally {
  return { ...emptyCounts, failures: [] }
}

export function countFailure(tally: Tally, failure: Failure): void {
  tally.rows++
  tally.failed++
  if (tally.failures.length < listedFailures) tally.failures.push(failure)
}

type Run = { tally: Tally; stages: readonly Stage[]; categories: number; ms: number; journal: string }

/** Returns the report of a run: counts, time and rate, then the failed rows with their reasons. */
export function reportText({ tally, stages, categories, ms, journal }: Run): string {
  const { rows } = tally
  const counts: [number, string][] = [
    [tally.created, 'created'],
    [tally.alreadyExisted, 'already existed'],
    ...(stages.includes('approve') ? ([[tally.approved, 'approved']] as [number, string][]) : []),
    ...(stages.includes('verify') ? ([[tally.verified, 'verified']] as [number, string][]) : []),
    [tally.failed, 'failed']
  ]
  if (tally.doneBefore > 0) counts.push([tally.doneBefore, `done in an earlier run (${journal})`])
  if (categories > 0) counts.push([categories, 'categories created'])
  const width = Math.max(...counts.map(([count]) => grouped(count).length))
  return [
    `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} in ${duration(ms)}${rate(rows, ms)}`,
    ...counts.map(([count, label]) => `  ${grouped(count).padStart(width)} ${label}`),
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
    'Failed rows:',
    ...lines,
    ...(hidden > 0 ? [`  and ${grouped(hidden)} more rows, which are listed in ${journal}`] : [])
  ]
}

function rate(rows: number, ms: number): string {
  return rows > 0 && ms > 0 ? `, ${((rows * 1000) / ms).toFixed(1)} per second` : ''
}

function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
