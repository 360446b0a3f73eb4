// Cuts connections 20 times at each point of the protocol, and prints what happened. Takes about 15 minutes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { createTally, faultsOf, type Tally } from './checked-statements.ts'
import { type Point, runPoint, statementPoints } from './cut-points.ts'
import { transactionPoints } from './cut-transactions.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { PoolKind } from './driver-handles.ts'

const rounds = Number(process.env.POINT_ROUNDS ?? 20)

let database: TestDatabase
let admin: Sql
before(async () => {
  database = await createTestDatabase({ empty: true })
  admin = connect(database.url, { max: 1 })
})
after(async () => {
  await admin.end({ timeout: 1 })
  await database.drop()
})

/** Adds the numbers and notes of one tally to another one. */
function add(total: Tally, { notes, ...numbers }: Tally): void {
  for (const [name, number] of Object.entries(numbers) as [keyof typeof numbers, number][])
    total[name] += number
  for (const [note, number] of notes) total.notes.set(note, (total.notes.get(note) ?? 0) + number)
}

/** Runs a point several times with each kind of loss. Returns the sum of the results. */
async function repeat(point: Point, kind: PoolKind): Promise<Tally> {
  const total = createTally()
  const options = { kind, url: database.url, admin }
  for (const loss of point.isWithoutCut ? (['close'] as const) : (['reset', 'close'] as const))
    for (let round = 0; round < rounds; round++) {
      const { tally } = await runPoint(point, { ...options, loss })
      add(total, tally)
      // The next rounds would show the same, and each would take as long.
      if (tally.hanging > 0) break
    }
  return total
}

test('at each point of the protocol, a lost connection ends in errors, and never in a wrong result', async () => {
  const rows: object[] = []
  const faults: object[] = []
  for (const point of [...statementPoints, ...transactionPoints])
    for (const kind of point.kinds ?? (['pool', 'reads'] as const)) {
      const tally = await repeat(point, kind)
      const { notes, ...numbers } = tally
      rows.push({ point: point.name, kind, ...numbers })
      const found = { ...faultsOf(tally), ...(kind === 'reads' && tally.lost > 0 && { lost: tally.lost }) }
      if (Object.keys(found).length > 0) faults.push({ point: point.name, kind, ...found })
    }
  console.table(rows)
  assert.deepEqual(faults, [])
})
