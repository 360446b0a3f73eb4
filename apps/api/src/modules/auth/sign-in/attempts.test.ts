import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { connect, type Sql } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { deleteOldAttempts } from './attempt-queries.ts'
import { type Attempts, createSignInAttempts, delayAfter, type SignInAttempt } from './attempts.ts'

const minute = 60
const here = { account: 'ana@example.com', address: '192.0.2.1' }

let database: TestDatabase
let sql: Sql
const slept: number[] = []
const sleep = async (ms: number) => {
  slept.push(ms)
}
/** Two nodes that share a database. */
let nodes: [Attempts, Attempts]
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 10 })
  nodes = [createSignInAttempts(sql, { sleep }), createSignInAttempts(sql, { sleep })]
})
afterEach(async () => {
  slept.length = 0
  await sql`truncate sign_in_attempts`
})
after(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

const fail = (attempt: SignInAttempt, node = nodes[0]) => node(attempt, async () => undefined)
const succeed = (attempt: SignInAttempt, node = nodes[0]) => node(attempt, async () => 'welcome')

const nodeOf = (index: number) => nodes[index % 2 === 0 ? 0 : 1]

/** Moves all attempts into the past, as if this time had passed. */
async function pass(seconds: number): Promise<void> {
  await sql`
    update sign_in_attempts set started_at = started_at - make_interval(secs => ${seconds}),
      failed_at = failed_at - make_interval(secs => ${seconds})`
}

/** Returns the Retry-After of a refused attempt in seconds, or undefined if the attempt was allowed. */
async function refusal(run: Promise<unknown>): Promise<number | undefined> {
  try {
    await run
    return undefined
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'TOO_MANY_ATTEMPTS')
    return Number(error.headers['retry-after'])
  }
}

/** Asserts that a time in seconds is `expected`, or up to half a minute less, because the test takes time. */
function assertNear(seconds: number | undefined, expected: number): void {
  assert.ok(seconds !== undefined && seconds > expected - 30 && seconds <= expected, String(seconds))
}

async function times(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await run(index)
}

suite('attempts', () => {
  test('after ten failures of an account from an address, the eleventh attempt is refused', async () => {
    await times(9, () => fail(here))
    await pass(5 * minute)
    await fail(here)
    assertNear(await refusal(succeed(here)), 10 * minute)
    await pass(9 * minute)
    assertNear(await refusal(succeed(here)), minute)
    await pass(minute)
    assert.equal(await succeed(here), 'welcome')
  })

  test('only that account from that address is refused, regardless of upper and lower case', async () => {
    await times(10, () => fail(here))
    assert.equal(await succeed({ ...here, account: 'bo@example.com' }), 'welcome')
    assert.equal(await succeed({ ...here, address: '192.0.2.2' }), 'welcome')
    assert.ok(await refusal(succeed({ ...here, account: 'ANA@Example.com' })))
  })

  test('a refused attempt is not counted and does not prolong the wait', async () => {
    await times(10, () => fail(here))
    await pass(14 * minute)
    await times(50, () => refusal(fail(here)))
    await pass(minute)
    assert.equal(await succeed(here), 'welcome')
  })

  test('success clears the failures of the account from that address', async () => {
    await times(9, () => fail(here))
    await succeed(here)
    await times(9, () => fail(here))
    assert.equal(await succeed(here), 'welcome')
  })

  test('an address can fail a hundred times in ten minutes, for any accounts', async () => {
    const other = (index: number) => ({ ...here, account: `user${index}@example.com` })
    await times(99, (index) => fail(other(index)))
    // A success doesn't clear the failures of the address; otherwise attackers could use their own account
    // for that.
    assert.equal(await succeed(other(1000)), 'welcome')
    await fail(other(99))
    assertNear(await refusal(succeed(other(1000))), 10 * minute)
    assert.equal(await succeed({ ...here, address: '192.0.2.2' }), 'welcome')
    await pass(10 * minute)
    assert.equal(await succeed(other(1000)), 'welcome')
  })

  test('failures from other addresses only delay an account, by at most 5 seconds', async () => {
    const from = (index: number) => ({ ...here, address: `198.51.100.${index}` })
    await times(10, (index) => fail(from(index)))
    assert.deepEqual(slept, [])
    await times(10, (index) => fail(from(10 + index)))
    assert.deepEqual(slept, [250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000])
    assert.equal(await succeed(from(30)), 'welcome')
    assert.equal(slept.length, 11)
    await pass(15 * minute)
    assert.equal(await succeed(from(31)), 'welcome')
    assert.equal(slept.length, 11)
  })

  test('the delay never decreases with more failures and never exceeds 5 seconds', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (failures) => {
        const delay = delayAfter(failures)
        assert.ok(delay >= 0 && delay <= 5000)
        assert.ok(delayAfter(failures + 1) >= delay)
        if (failures < 10) assert.equal(delay, 0)
      })
    )
  })

  test('of fifty concurrent wrong passwords on two nodes, ten are checked and forty are refused', async () => {
    let checked = 0
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refusal(
          nodeOf(index)(here, async () => {
            checked++
            await setImmediate()
            return undefined
          })
        )
      )
    )
    assert.equal(checked, 10)
    assert.equal(results.filter((seconds) => seconds === undefined).length, 10)
    for (const seconds of results) if (seconds !== undefined) assertNear(seconds, 15 * minute)
  })

  test('fifty concurrent correct passwords on two nodes are all accepted', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        nodeOf(index)(here, async () => {
          await setImmediate()
          return index
        })
      )
    )
    assert.deepEqual(
      results,
      Array.from({ length: 50 }, (_, index) => index)
    )
  })

  test('a check that throws counts neither as a failure nor as a success', async () => {
    await times(9, () => fail(here))
    const broken = () => nodes[0](here, () => Promise.reject(new Error('no database')))
    await times(5, () => assert.rejects(broken(), /no database/))
    assert.equal(await refusal(fail(here)), undefined)
    assertNear(await refusal(fail(here)), 15 * minute)
  })

  test('failures on one node count on the other, and on a node that starts later', async () => {
    await times(10, (index) => fail(here, nodeOf(index)))
    for (const node of [...nodes, createSignInAttempts(sql)]) assert.ok(await refusal(succeed(here, node)))
  })

  test('an attempt whose node died counts as failed after a minute', async () => {
    await times(9, () => fail(here))
    await sql`insert into sign_in_attempts (address, account) select address, account from sign_in_attempts limit 1`
    await pass(minute)
    assertNear(await refusal(succeed(here)), 14 * minute)
  })

  test('attempts that no longer matter are deleted', async () => {
    await fail(here)
    await pass(20 * minute)
    await fail({ ...here, account: 'bo@example.com' })
    await deleteOldAttempts(sql)
    const [row] = await sql`select count(*)::integer as count from sign_in_attempts`
    assert.equal(row?.count, 1)
  })

  test('no sequence has more than ten failures of an account from an address in 15 minutes', async () => {
    const step = fc.record({
      wait: fc.nat(3),
      account: fc.nat(1),
      address: fc.nat(1),
      node: fc.nat(1)
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
        await sql`truncate sign_in_attempts`
        const failures = new Map<string, number[]>()
        let time = 0
        for (const { wait, account, address, node } of steps) {
          time += wait
          if (wait > 0) await pass(wait * minute)
          const attempt = { account: `a${account}@example.com`, address: `192.0.2.${address}` }
          const key = JSON.stringify(attempt)
          const recent = (failures.get(key) ?? []).filter((failed) => failed > time - 15)
          const isRefused = (await refusal(fail(attempt, nodeOf(node)))) !== undefined
          assert.equal(isRefused, recent.length === 10)
          failures.set(key, isRefused ? recent : [...recent, time])
        }
      }),
      { numRuns: 8 }
    )
  })
})
