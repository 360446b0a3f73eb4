import type { Answered } from './open-load.ts'
import { latencyOf, median } from './pace.ts'
import type { LimitCase } from './scenario.ts'

/** One round of `mixed-load`: half and 0.8 of the capacity without and with uploads, and uploads alone. */
export type Round = {
  /** Calls a second that the mix is served at most. */
  capacity: number
  alone: Answered
  beside: Sample
  solo: Sample
  nearAlone: Answered
  near: Sample
}

/** What came of a load beside uploads, and the items that those created a second. */
export type Sample = Answered & { items: number }

type Load = 'alone' | 'beside' | 'nearAlone' | 'near'

/** MB. */
type Memory = { before: number; peak: number }

/** Compares what the rounds have seen with the limits; the first case has notes on all of it. */
export function verdicts(rounds: Round[], { before, peak }: Memory): LimitCase[] {
  const ratio = (of: 'reads' | 'writes') =>
    median(rounds.map(({ alone, beside }) => times(latencyOf(beside[of]).p99, latencyOf(alone[of]).p99)))
  const slower = median(rounds.map(({ solo, beside }) => times(solo.items, beside.items)))
  const standing = rounds.filter(({ near }) => near.items === 0).length
  const notes = [...notesOf(rounds), `resident ${before.toFixed(0)} MB before the first upload`]
  const calls = { unit: 'calls', limit: 1 }
  const twice = { unit: '×', limit: 2 }
  return [
    seen('p99 of reads beside uploads / without, at 0.5', { ...twice, value: ratio('reads'), notes }),
    seen('p99 of writes beside uploads / without, at 0.5', { ...twice, value: ratio('writes') }),
    seen('uploads alone / beside calls at 0.5', { unit: '×', limit: 3, value: slower }),
    seen('not served at 0.5', { ...calls, value: lost(rounds, 'alone') + lost(rounds, 'beside') }),
    seen('not served at 0.8 beside uploads', { ...calls, value: lost(rounds, 'near') }),
    seen('rounds in which uploads stood still at 0.8', { unit: 'rounds', limit: 1, value: standing }),
    seen("peak memory of Node's process", { unit: 'MB', limit: 350, value: peak })
  ]
}

/** Stands for a ratio where there was nothing to compare with. */
const farTooMuch = 1_000

function times(value: number, of: number): number {
  const ratio = value / of
  return Number.isFinite(ratio) ? Math.min(ratio, farTooMuch) : farTooMuch
}

function notesOf(rounds: Round[]): string[] {
  const middle = (of: (round: Round) => number) => Math.round(median(rounds.map(of)))
  const items = (of: 'beside' | 'solo' | 'near') => `${middle((round) => round[of].items)} items/s uploaded`
  return [
    `capacity ${middle(({ capacity }) => capacity)} calls/s; medians of the rounds:`,
    `0.5 of it: ${answersText(rounds, 'alone')}`,
    `0.5 beside uploads: ${answersText(rounds, 'beside')}; ${items('beside')}`,
    `uploads alone: ${items('solo')}`,
    `0.8 of it: ${answersText(rounds, 'nearAlone')}`,
    `0.8 beside uploads: ${answersText(rounds, 'near')}; ${items('near')}`
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
    `${sum('refused')} refused, ${sum('failed')} failed, ${sum('unsent')} not sent in all`
  ].join('; ')
}

/** Calls that were refused, failed or found no free connection. */
function lost(rounds: Round[], load: Load): number {
  return rounds.reduce((sum, { [load]: { refused, failed, unsent } }) => sum + refused + failed + unsent, 0)
}

function seen(
  size: string,
  { notes = [], value, ...limit }: { unit: string; limit: number; value: number; notes?: string[] }
): LimitCase {
  return { kind: 'limit', size, ...limit, measure: async () => ({ value, notes }) }
}
