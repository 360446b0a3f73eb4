import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { faultsOf } from './checked-statements.ts'
import { type Point, runPoint, statementPoints } from './cut-points.ts'
import { transactionPoints } from './cut-transactions.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { PoolKind } from './driver-handles.ts'
import type { Loss } from './protocol-proxy.ts'

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

async function check(point: Point, kind: PoolKind, loss: Loss): Promise<void> {
  const { tally, wasCut } = await runPoint(point, { kind, loss, url: database.url, admin })
  assert.deepEqual(faultsOf(tally), {})
  assert.equal(wasCut, point.isWithoutCut !== true)
  // A read is sent again.
  if (kind === 'reads') assert.equal(tally.lost, 0)
}

const titles: Record<PoolKind, string> = {
  pool: 'a statement gets its own rows or an error of the connection',
  reads: 'a read gets its own rows'
}

describe('if a connection is lost', () => {
  // Each point with one of the losses. The long check `driver-points` has both.
  let next: Loss = 'reset'
  for (const point of [...statementPoints, ...transactionPoints])
    for (const kind of point.kinds ?? (['pool', 'reads'] as const)) {
      const loss = point.isWithoutCut ? 'close' : next
      next = next === 'reset' ? 'close' : 'reset'
      test(`${point.name}, by ${loss}, ${titles[kind]}`, () => check(point, kind, loss))
    }
})
