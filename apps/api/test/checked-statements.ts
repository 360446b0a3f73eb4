import type { Handle, Sql, Tx } from '../src/db/connect.ts'
import { isOutage } from '../src/db/races.ts'

/**
 * The numbers of results. `right` are statements with their own rows, and transactions that were committed.
 * `failed` are errors that the statement or the callback causes itself, and `lost` are those of a lost connection.
 * All others are faults: rows of another statement, a result without its rows, an error that is neither the
 * statement's own nor that of a lost connection, no result at all, an error that nothing handles, a transaction that
 * isn't whole, and a pool that doesn't work afterwards.
 */
export type Tally = Record<Expected | Fault, number> & {
  /** The descriptions of faults with their numbers. */
  notes: Map<string, number>
}
type Expected = 'right' | 'failed' | 'lost'
type Fault = (typeof faultNames)[number]

const faultNames = ['wrong', 'empty', 'foreign', 'hanging', 'unhandled', 'half', 'broken'] as const

export function createTally(): Tally {
  const expected = { right: 0, failed: 0, lost: 0 }
  const faults = { wrong: 0, empty: 0, foreign: 0, hanging: 0, unhandled: 0, half: 0, broken: 0 }
  return { ...expected, ...faults, notes: new Map() }
}

/** Returns the numbers of faults that aren't 0, and their descriptions. */
export function faultsOf(tally: Tally): Record<string, number> {
  const counted = faultNames.map((name) => [name, tally[name]] as const).filter(([, number]) => number > 0)
  return Object.fromEntries([...counted, ...tally.notes])
}

export function addFault(tally: Tally, fault: Fault, note: string): void {
  tally[fault]++
  tally.notes.set(note, (tally.notes.get(note) ?? 0) + 1)
}

/** Counts rejections that nothing handles, and exceptions that nothing catches. */
export function countUnhandled(tally: Tally): { stop(): void } {
  const count = (error: unknown) => addFault(tally, 'unhandled', `unhandled: ${describe(error)}`)
  process.on('unhandledRejection', count).on('uncaughtException', count)
  return {
    stop: () => void process.off('unhandledRejection', count).off('uncaughtException', count)
  }
}

/** The result of an operation: a value, an error, or neither within the time limit. */
type Outcome<T> = { value: T } | { error: unknown } | undefined

async function settle<T>(work: PromiseLike<T>, limitMs: number): Promise<Outcome<T>> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), limitMs)
  const settled = Promise.resolve(work).then(
    (value) => ({ value }),
    (error: unknown) => ({ error })
  )
  return await Promise.race([settled, promise]).finally(() => clearTimeout(timer))
}

let serial = 0
/** How a transaction ended, as far as its caller knows. */
export type TransactionEnd = 'committed' | 'failed' | 'unknown'

/** The SQLSTATE of a division by zero. */
export const divisionByZero = '22012'

/** Runs checked operations and counts their results. An operation hangs if it takes longer than `limitMs`. */
export function checkedStatements(tally: Tally, { limitMs }: { limitMs: number }) {
  /** Counts an error, and returns what kind it is. Returns the value if there is no error. */
  const count = <T>(
    outcome: Outcome<T>,
    label: string,
    ownCode?: string
  ): { value: T } | { error: 'failed' | 'unknown' } => {
    if (outcome === undefined) addFault(tally, 'hanging', `${label}: hangs`)
    else if (!('error' in outcome)) return outcome
    else if (ownCode !== undefined && codeOf(outcome.error) === ownCode) {
      tally.failed++
      return { error: 'failed' }
    } else if (isOutage(outcome.error)) tally.lost++
    else addFault(tally, 'foreign', `${label}: rejects with ${describe(outcome.error)}`)
    return { error: 'unknown' }
  }

  /** Selects rows that only this statement can have. */
  async function select(
    sql: Handle,
    { label = 'select', rows = 1, size = 0 }: { label?: string; rows?: number; size?: number } = {}
  ): Promise<void> {
    const key = `${++serial}:${'x'.repeat(size)}`
    const work = sql<{ value: string }[]>`
      select ${key}::text || i as value from generate_series(1, ${rows}::integer) i`
    const outcome = count(await settle(work, limitMs), label)
    if ('error' in outcome) return
    const values = Array.from(outcome.value, (row) => row?.value)
    if (values.length === 0) addFault(tally, 'empty', `${label}: no rows`)
    else if (values.length === rows && values.every((value, index) => value === `${key}${index + 1}`))
      tally.right++
    else addFault(tally, 'wrong', `${label}: ${compare(values, key, rows)}`)
  }

  /** Runs a select that fails after this number of rows. */
  async function failingSelect(sql: Handle, { rows }: { rows: number }): Promise<void> {
    const label = `select that fails after ${rows} rows`
    const work = sql`select 1 / (${rows}::integer - i) as value from generate_series(0, 5) i`
    const outcome = count(await settle(work, limitMs), label, divisionByZero)
    if (!('error' in outcome))
      addFault(tally, outcome.value.length > 0 ? 'wrong' : 'empty', `${label}: succeeds`)
  }

  /** Waits for an operation of which only the errors are checked. */
  async function run(work: PromiseLike<unknown>, label: string): Promise<void> {
    if (!('error' in count(await settle(work, limitMs), label))) tally.right++
  }

  /** Runs a transaction. An error with the code `ownCode` is one that the callback causes itself. */
  async function transaction<T>(
    sql: Sql,
    work: (tx: Tx) => Promise<T>,
    { label = 'transaction', ownCode }: { label?: string; ownCode?: string } = {}
  ): Promise<TransactionEnd> {
    const outcome = count(await settle(sql.begin(work), limitMs), label, ownCode)
    if ('error' in outcome) return outcome.error
    tally.right++
    return 'committed'
  }

  return { select, failingSelect, run, transaction }
}

function compare(values: (string | undefined)[], key: string, rows: number): string {
  const [id = ''] = key.split(':')
  if (values.some((value) => value === undefined)) return `rows that are undefined`
  if (values.some((value) => !value?.startsWith(`${id}:`))) return 'rows of another statement'
  return values.length === rows ? 'other rows' : `${values.length} of its rows instead of ${rows}`
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown })?.code ?? '')
}

function describe(error: unknown): string {
  const message = String((error as Error)?.message ?? error).replace(/\d+\.\d+\.\d+\.\d+:\d+/g, 'host')
  return `${codeOf(error)} ${message.slice(0, 70)}`.trim()
}
