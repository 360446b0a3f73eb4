import { median } from './median.ts'
import type { Answered } from './open-load.ts'
import { latencyOf } from './pace.ts'
import { middleTime, processorText } from './processor.ts'
import type { LimitCase } from './scenario.ts'

/**
 * One round of `mixed-load`: calls at 0.5 and 0.8 of the capacity, each without and with uploads, and uploads
 * alone.
 */
export type Round = {
  /** The maximum rate of the mix, in calls per second. */
  capacity: number
  half: Answered
  halfWithUploads: Sample
  uploadsAlone: Sample
  high: Answered
  highWithUploads: Sample
}

/** The result of a load with uploads, and the items created per second by the uploads. */
export type Sample = Answered & { items: number }

type Load = 'half' | 'halfWithUploads' | 'high' | 'highWithUploads'

/** Resident memory in MB. */
type Memory = { before: number; peak: number }

/** Compares the results of the rounds with the limits. The notes of the first case describe all results. */
export function verdicts(rounds: Round[], { before, peak }: Memory): LimitCase[] {
  const ratio = (of: 'reads' | 'writes') =>
    median(
      rounds.map(({ half, halfWithUploads }) =>
        ratioOf(latencyOf(halfWithUploads[of]).p99, latencyOf(half[of]).p99)
      )
    )
  const slower = median(
    rounds.map(({ uploadsAlone, halfWithUploads }) => ratioOf(uploadsAlone.items, halfWithUploads.items))
  )
  const stalled = rounds.filter(({ highWithUploads }) => highWithUploads.items === 0).length
  const notes = [...notesOf(rounds), `${before.toFixed(0)} MB resident memory before the first upload`]
  const calls = { unit: 'calls', limit: 1 }
  const twice = { unit: '×', limit: 2 }
  return [
    limitCase('p99 of reads at 0.5 with uploads / without', { ...twice, value: ratio('reads'), notes }),
    limitCase('p99 of writes at 0.5 with uploads / without', { ...twice, value: ratio('writes') }),
    limitCase('upload rate alone / with calls at 0.5', { unit: '×', limit: 3, value: slower }),
    limitCase('calls not served at 0.5', {
      ...calls,
      value: lost(rounds, 'half') + lost(rounds, 'halfWithUploads')
    }),
    limitCase('calls not served at 0.8 with uploads', { ...calls, value: lost(rounds, 'highWithUploads') }),
    limitCase('rounds without any uploaded item at 0.8', { unit: 'rounds', limit: 1, value: stalled }),
    limitCase("peak memory of Node's process", { unit: 'MB', limit: 350, value: peak })
  ]
}

/** The ratio that is reported if the real one isn't finite, because a value is missing or zero. */
const maxRatio = 1_000

function ratioOf(value: number, of: number): number {
  const ratio = value / of
  return Number.isFinite(ratio) ? Math.min(ratio, maxRatio) : maxRatio
}

function notesOf(rounds: Round[]): string[] {
  const middle = (of: (round: Round) => number) => Math.round(median(rounds.map(of)))
  const items = (of: 'halfWithUploads' | 'uploadsAlone' | 'highWithUploads') =>
    `${middle((round) => round[of].items)} items/s uploaded`
  return [
    `capacity ${middle(({ capacity }) => capacity)} calls/s; medians of the rounds:`,
    `0.5 of the capacity: ${answersText(rounds, 'half')}`,
    `0.5 with uploads: ${answersText(rounds, 'halfWithUploads')}; ${items('halfWithUploads')}`,
    `uploads alone: ${items('uploadsAlone')}`,
    `0.8 of the capacity: ${answersText(rounds, 'high')}`,
    `0.8 with uploads: ${answersText(rounds, 'highWithUploads')}; ${items('highWithUploads')}`
  ]
}

function answersText(rounds: Round[], load: Load): string {
  const middle = (kind: 'reads' | 'writes', part: 'p50' | 'p99') =>
    median(rounds.map((round) => latencyOf(round[load][kind])[part])).toFixed(0)
  const sum = (kind: 'refused' | 'failed' | 'unsent') =>
    rounds.reduce((all, round) => all + round[load][kind], 0)
  const latency = (['reads', 'writes'] as const).map(
    (kind) => `${kind} p50 ${middle(kind, 'p50')} ms, p99 ${middle(kind, 'p99')} ms`
  )
  const failures = rounds.flatMap((round) => [...round[load].failures])
  return [
    ...latency,
    ...new Set(failures),
    `${sum('refused')} refused, ${sum('failed')} failed, ${sum('unsent')} not sent in total`,
    `${processorText(middleTime(rounds.map((round) => round[load].processor)))} for each call, with the uploads if any`
  ].join('; ')
}

/** Counts the calls that were refused, failed or had no free connection. */
function lost(rounds: Round[], load: Load): number {
  return rounds.reduce((sum, { [load]: { refused, failed, unsent } }) => sum + refused + failed + unsent, 0)
}

function limitCase(
  size: string,
  { notes = [], value, ...limit }: { unit: string; limit: number; value: number; notes?: string[] }
): LimitCase {
  return { kind: 'limit', size, ...limit, measure: async () => ({ value, notes }) }
}
