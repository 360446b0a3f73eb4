import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../errors.ts'
import { type Attempt, createAttempts, delayAfter } from './attempts.ts'

const minute = 60_000
const here = { account: 'ana@example.com', address: '192.0.2.1' }

function setUp() {
  const clock = { time: 5000 }
  const slept: number[] = []
  const attempts = createAttempts({
    now: () => clock.time,
    sleep: async (ms) => {
      slept.push(ms)
    }
  })
  const fail = (attempt: Attempt) => attempts(attempt, async () => undefined)
  const succeed = (attempt: Attempt) => attempts(attempt, async () => 'welcome')
  return { attempts, clock, slept, fail, succeed }
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

async function times(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await run(index)
}

suite('attempts', () => {
  test('after ten failures of an account from an address, the eleventh attempt is refused', async () => {
    const { fail, succeed, clock } = setUp()
    await times(9, () => fail(here))
    clock.time += 5 * minute
    await fail(here)
    assert.equal(await refusal(succeed(here)), 600)
    clock.time += 10 * minute - 1
    assert.equal(await refusal(succeed(here)), 1)
    clock.time += 1
    assert.equal(await succeed(here), 'welcome')
  })

  test('only that account from that address is refused, regardless of upper and lower case', async () => {
    const { fail, succeed } = setUp()
    await times(10, () => fail(here))
    assert.equal(await succeed({ ...here, account: 'bo@example.com' }), 'welcome')
    assert.equal(await succeed({ ...here, address: '192.0.2.2' }), 'welcome')
    assert.ok(await refusal(succeed({ ...here, account: 'ANA@Example.com' })))
  })

  test('a refused attempt is not counted and does not prolong the wait', async () => {
    const { fail, succeed, clock } = setUp()
    await times(10, () => fail(here))
    clock.time += 14 * minute
    await times(50, () => refusal(fail(here)))
    clock.time += minute
    assert.equal(await succeed(here), 'welcome')
  })

  test('success clears the failures of the account from that address', async () => {
    const { fail, succeed } = setUp()
    await times(9, () => fail(here))
    await succeed(here)
    await times(9, () => fail(here))
    assert.equal(await succeed(here), 'welcome')
  })

  test('an address can fail a hundred times in ten minutes, for any accounts', async () => {
    const { fail, succeed, clock } = setUp()
    const other = (index: number) => ({ ...here, account: `user${index}@example.com` })
    await times(99, (index) => fail(other(index)))
    // A success doesn't clear the failures of the address; otherwise attackers could use their own account
    // for that.
    assert.equal(await succeed(other(1000)), 'welcome')
    await fail(other(99))
    assert.equal(await refusal(succeed(other(1000))), 600)
    assert.equal(await succeed({ ...here, address: '192.0.2.2' }), 'welcome')
    clock.time += 10 * minute
    assert.equal(await succeed(other(1000)), 'welcome')
  })

  test('failures from other addresses only delay an account, by at most 5 seconds', async () => {
    const { fail, succeed, slept, clock } = setUp()
    const from = (index: number) => ({ ...here, address: `198.51.100.${index}` })
    await times(10, (index) => fail(from(index)))
    assert.deepEqual(slept, [])
    await times(10, (index) => fail(from(10 + index)))
    assert.deepEqual(slept, [250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000])
    assert.equal(await succeed(from(30)), 'welcome')
    assert.equal(slept.length, 11)
    clock.time += 15 * minute
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

  test('of fifty concurrent wrong passwords, ten are checked and forty are refused', async () => {
    const { attempts } = setUp()
    let checked = 0
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        refusal(
          attempts(here, async () => {
            checked++
            await new Promise((resolve) => setImmediate(resolve))
            return undefined
          })
        )
      )
    )
    assert.equal(checked, 10)
    assert.equal(results.filter((seconds) => seconds === undefined).length, 10)
    assert.equal(results.filter((seconds) => seconds === 900).length, 40)
  })

  test('fifty concurrent correct passwords are all accepted', async () => {
    const { attempts } = setUp()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        attempts(here, async () => {
          await new Promise((resolve) => setImmediate(resolve))
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
    const { attempts, fail } = setUp()
    await times(9, () => fail(here))
    const broken = () => attempts(here, () => Promise.reject(new Error('no database')))
    await times(5, () => assert.rejects(broken(), /no database/))
    assert.equal(await refusal(fail(here)), undefined)
    assert.equal(await refusal(fail(here)), 900)
  })

  test('no sequence has more than ten failures of an account from an address in 15 minutes', async () => {
    const step = fc.record({ wait: fc.nat(4 * minute), account: fc.nat(2), address: fc.nat(1) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const { fail, clock } = setUp()
        const failures = new Map<string, number[]>()
        for (const { wait, account, address } of steps) {
          clock.time += wait
          const attempt = { account: `a${account}@example.com`, address: `192.0.2.${address}` }
          const key = JSON.stringify(attempt)
          const recent = (failures.get(key) ?? []).filter((time) => time > clock.time - 15 * minute)
          const isRefused = (await refusal(fail(attempt))) !== undefined
          assert.equal(isRefused, recent.length === 10)
          failures.set(key, isRefused ? recent : [...recent, clock.time])
        }
      }),
      { numRuns: 50 }
    )
  })
})
