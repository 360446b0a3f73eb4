import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Clock, createBackgroundPace } from './background-pace.ts'

/** A clock that only `pass` advances. It calls the timers that become due. */
function manualClock(): Clock & { pass(ms: number): Promise<void> } {
  let now = 0
  let timers: { at: number; wake: () => void }[] = []
  return {
    now: () => now,
    after(ms, wake) {
      const timer = { at: now + ms, wake }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    async pass(ms) {
      const until = now + ms
      for (;;) {
        await turn()
        const [next] = timers.toSorted((a, b) => a.at - b.at)
        if (!next || next.at > until) break
        timers = timers.filter((one) => one !== next)
        now = next.at
        next.wake()
      }
      now = until
      await turn()
    }
  }
}

/** A pace with a load that tests can change. `start(ms)` runs and counts a piece of work that takes `ms`. */
function paceAt(average: number) {
  const clock = manualClock()
  const load = { value: average }
  const pace = createBackgroundPace({ average: () => load.value }, clock)
  const count = { running: 0, greatest: 0, done: 0 }
  const start = (ms: number) =>
    pace.run(async () => {
      count.running++
      count.greatest = Math.max(count.greatest, count.running)
      await new Promise<void>((resolve) => clock.after(ms, resolve))
      count.running--
      count.done++
    })
  return { pace, clock, load, count, start }
}

const quiet = 0
const busy = 6
const overloaded = 10_000

test('without interactive requests no work waits', async () => {
  const { clock, count, start } = paceAt(quiet)
  for (let n = 0; n < 5; n++) start(100)
  await clock.pass(100)
  assert.deepEqual(count, { running: 0, greatest: 5, done: 5 })
})

test('during interactive requests one piece runs at a time, and each is followed by a pause', async () => {
  const { clock, count, start } = paceAt(busy)
  for (let n = 0; n < 5; n++) start(100)
  await clock.pass(999)
  assert.deepEqual(count, { running: 0, greatest: 1, done: 5 })
  const next = start(100)
  assert.equal(count.running, 0)
  await clock.pass(101)
  await next
  assert.equal(count.done, 6)
})

test('the more requests there are, the fewer pieces are done in the same time', async () => {
  const done = []
  for (const average of [1, 4, 16, 64]) {
    const { clock, count, start } = paceAt(average)
    for (let n = 0; n < 1000; n++) start(10)
    await clock.pass(10_000)
    done.push(count.done)
  }
  assert.deepEqual(
    done.toSorted((a, b) => b - a),
    done
  )
  assert.equal(new Set(done).size, done.length)
})

test('background work progresses even under a very high load', async () => {
  const { pace, clock, count, start } = paceAt(overloaded)
  for (let n = 0; n < 10; n++) start(100)
  await clock.pass(10 * (100 + 500))
  assert.equal(count.done, 10)
  assert.ok(pace.items(1000) >= 1)
})

test('work with a deadline gets the minimum share that it asks for', async () => {
  const { pace, clock } = paceAt(overloaded)
  const ends: number[] = []
  for (let n = 0; n < 3; n++) {
    pace.run(async () => {
      await new Promise<void>((resolve) => clock.after(10, resolve))
      ends.push(clock.now())
    }, 0.2)
  }
  await clock.pass(1000)
  assert.deepEqual(ends, [10, 60, 110])
})

test('a piece that takes very long does not delay the others', async () => {
  const { clock, count, start } = paceAt(busy)
  start(60_000)
  start(10)
  await clock.pass(2_000)
  assert.deepEqual([count.running, count.done], [1, 1])
  await clock.pass(60_000)
  assert.deepEqual([count.running, count.done], [0, 2])
})

test('waiting work continues when the requests have ended', async () => {
  const { clock, load, count, start } = paceAt(overloaded)
  for (let n = 0; n < 4; n++) start(10)
  await clock.pass(20)
  assert.equal(count.done, 1)
  load.value = quiet
  await clock.pass(500 + 10)
  assert.deepEqual([count.done, count.greatest], [4, 3])
})

test('the next piece runs after one that failed', async () => {
  const { clock, pace, start, count } = paceAt(busy)
  const failing = pace.run(() => Promise.reject(new Error('lost')))
  await assert.rejects(failing, /lost/)
  start(10)
  await clock.pass(20)
  assert.equal(count.done, 1)
})

test('the more requests there are, the fewer items a piece contains, but at least one', () => {
  const sizes = [0, 1, 6, 24, overloaded].map((average) => paceAt(average).pace.items(1000))
  assert.deepEqual(sizes, [1000, 734, 250, 40, 2])
  assert.equal(paceAt(overloaded).pace.items(8), 1)
})
