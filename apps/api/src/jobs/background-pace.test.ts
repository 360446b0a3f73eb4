import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Clock, createBackgroundPace } from './background-pace.ts'

/** A clock that moves by hand, and calls what is due on the way. */
function handClock(): Clock & { pass(ms: number): Promise<void> } {
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

/** A pace at a load that can be changed; `start` begins a piece of so many milliseconds and counts it. */
function paceAt(average: number) {
  const clock = handClock()
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
const permanent = 10_000

test('without interactive requests nothing waits', async () => {
  const { clock, count, start } = paceAt(quiet)
  for (let n = 0; n < 5; n++) start(100)
  await clock.pass(100)
  assert.deepEqual(count, { running: 0, greatest: 5, done: 5 })
})

test('beside interactive requests one piece runs at a time, and each is followed by a rest', async () => {
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

test('the more requests, the less is done in the same time', async () => {
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

test('under permanent pressure work progresses', async () => {
  const { pace, clock, count, start } = paceAt(permanent)
  for (let n = 0; n < 10; n++) start(100)
  await clock.pass(10 * (100 + 500))
  assert.equal(count.done, 10)
  assert.ok(pace.items(1000) >= 1)
})

test('work that has to end in time gets its own least share', async () => {
  const { pace, clock } = paceAt(permanent)
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

test('a piece that takes very long does not hold up the others', async () => {
  const { clock, count, start } = paceAt(busy)
  start(60_000)
  start(10)
  await clock.pass(2_000)
  assert.deepEqual([count.running, count.done], [1, 1])
  await clock.pass(60_000)
  assert.deepEqual([count.running, count.done], [0, 2])
})

test('what waits goes on once the requests are gone', async () => {
  const { clock, load, count, start } = paceAt(permanent)
  for (let n = 0; n < 4; n++) start(10)
  await clock.pass(20)
  assert.equal(count.done, 1)
  load.value = quiet
  await clock.pass(500 + 10)
  assert.deepEqual([count.done, count.greatest], [4, 3])
})

test('a piece that fails rests and lets the next one run', async () => {
  const { clock, pace, start, count } = paceAt(busy)
  const failing = pace.run(() => Promise.reject(new Error('lost')))
  await assert.rejects(failing, /lost/)
  start(10)
  await clock.pass(20)
  assert.equal(count.done, 1)
})

test('pieces hold fewer items, the more requests there are, and never none', () => {
  const sizes = [0, 1, 6, 24, permanent].map((average) => paceAt(average).pace.items(1000))
  assert.deepEqual(sizes, [1000, 734, 250, 40, 2])
  assert.equal(paceAt(permanent).pace.items(8), 1)
})
