import type { Sql, Tx } from '../src/db/connect.ts'
import { newId } from '../src/lib/ids.ts'
import { addFault, divisionByZero, type Tally, type TransactionEnd } from './checked-statements.ts'

const entries = 4

/** How a transaction sends its statements. */
export type Sending =
  | 'one by one'
  | 'pipelined'
  /** One by one, and the callback continues after an error. */
  | 'tolerant'
type Plan = { sending: Sending; fails?: 'statement' | 'callback'; between?: () => Promise<unknown> }

/** The error that a callback throws itself. */
export class Refusal extends Error {
  readonly code = 'REFUSAL'
}

/** A table with four entries of each transaction, and what the callers know of these transactions. */
export type Ledger = {
  /** Returns the callback of a transaction that writes the entries. `between` runs after the first of them. */
  write(plan: Plan): { id: string; work: (tx: Tx) => Promise<void> }
  /** Records how a transaction ended. */
  ended(id: string, end: TransactionEnd): void
  /** Compares the table with the records, and adds the differences to the tally. */
  verify(): Promise<void>
}

/** Creates the table. `sql` connects directly to the server. */
export async function openLedger(sql: Sql, tally: Tally): Promise<Ledger> {
  await sql`create table if not exists ledger (id uuid, entry integer, transaction text)`
  const ends = new Map<string, TransactionEnd>()

  async function insert(tx: Tx, id: string, entry: number): Promise<void> {
    const rows = await tx<{ id: string; entry: number }[]>`
      insert into ledger values (${id}, ${entry}, pg_current_xact_id()::text) returning id, entry`
    if (rows.length === 0) addFault(tally, 'empty', 'an insert returns no row')
    else if (rows.length !== 1 || rows[0]?.id !== id || rows[0].entry !== entry)
      addFault(tally, 'wrong', 'an insert returns the row of another statement')
  }

  function write({ sending, fails, between }: Plan) {
    const id = newId()
    const work = async (tx: Tx) => {
      const statements = Array.from({ length: entries }, (_, index) => () => insert(tx, id, index))
      if (fails === 'statement')
        statements.splice(1, 0, async () => void (await tx`select 1 / ${0}::integer`))
      if (between) statements.splice(1, 0, async () => void (await between()))
      await sendAll(statements, sending)
      if (fails === 'callback') throw new Refusal('The callback refuses.')
    }
    return { id, work }
  }

  return {
    write,
    ended: (id, end) => void ends.set(id, end),
    async verify() {
      const rows = await sql<{ id: string; entries: number; transactions: number }[]>`
        select id, count(*)::int as entries, count(distinct transaction)::int as transactions
        from ledger group by id`
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const [id, end] of ends) {
        const written = found.get(id)
        if (end === 'committed' && !written) addFault(tally, 'half', 'a committed transaction is absent')
        if (end === 'failed' && written) addFault(tally, 'half', 'a failed transaction is present')
      }
      for (const { entries: number, transactions } of rows) {
        if (number !== entries) addFault(tally, 'half', `${number} of ${entries} entries are present`)
        if (transactions !== 1) addFault(tally, 'half', 'the entries are of several transactions')
      }
      const mixed = await sql`select from ledger group by transaction having count(distinct id) > 1`
      for (const _ of mixed) addFault(tally, 'half', 'a transaction has entries of several callbacks')
    }
  }
}

async function sendAll(statements: (() => Promise<void>)[], sending: Sending): Promise<void> {
  if (sending === 'pipelined') return void (await Promise.all(statements.map((send) => send())))
  let failure: unknown
  for (const send of statements) {
    failure = undefined
    await send().catch((error) => {
      if (sending !== 'tolerant') throw error
      failure = error
    })
  }
  if (failure !== undefined) throw failure
}

/** The codes with which a transaction of the plan fails by itself. */
export function ownCode({ fails }: Pick<Plan, 'fails'>): string | undefined {
  return fails === 'statement' ? divisionByZero : fails === 'callback' ? 'REFUSAL' : undefined
}
