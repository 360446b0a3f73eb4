import type { Writable } from 'node:stream'
import cliProgress from 'cli-progress'
import type { Stage } from './options.ts'

export type Progress = {
  /** So many rows more are through. */
  advance(rows: number): void
  /** Something that a person who waits should know. */
  note(text: string): void
  end(): void
}

const rows = '{bar} {percentage}%  {value}/{total} rows'
const formats = { usual: `${rows}, {eta_formatted} left`, noted: `${rows}  {note}` }

const tenths = 10
const maxRowsPerLine = 1000

/** A bar on a terminal; elsewhere a line for each tenth of the rows, or each thousand where that is less. */
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
    // With the longest note it is 80 columns wide.
    barsize: 24,
    stream,
    // A row at a time says little of the rate of a batch.
    etaBuffer: 500,
    linewrap: true,
    // The command ends by itself at Ctrl-C, and the bar with it.
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
  let told = 0
  const tell = () => {
    told = value
    stream.write(`${grouped(value)} of ${grouped(total)} rows\n`)
  }
  return {
    advance(rows) {
      value += rows
      if (value - told >= step) tell()
    },
    note: (text) => void stream.write(`${text}\n`),
    end() {
      if (value > told) tell()
    }
  }
}

/** A row that could not be loaded. */
type Failure = { line: number; sku: string | undefined; reasons: string[] }

/** What a run has done so far, in rows. One that was created may fail later. */
const nothingDone = {
  /** Those that are through: done or failed. */
  rows: 0,
  created: 0,
  alreadyThere: 0,
  approved: 0,
  verified: 0,
  failed: 0,
  /** Left aside because an earlier run had done them. */
  doneBefore: 0
}

/** `failures` are the first ones; the journal has them all. */
export type Tally = typeof nothingDone & { failures: Failure[] }

/** So many failures are listed at the end, so that memory does not grow with them. */
const listedFailures = 1000

export function newTally(): Tally {
  return { ...nothingDone, failures: [] }
}

export function countFailure(tally: Tally, failure: Failure): void {
  tally.rows++
  tally.failed++
  if (tally.failures.length < listedFailures) tally.failures.push(failure)
}

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
