import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InteractiveLoad } from './load.ts'

/** A load on a clock that only `pass` advances. */
function loadAt() {
  let now = 0
  const load = new InteractiveLoad(() => now)
  return { load, pass: (ms: number) => (now += ms) }
}

test('the average approaches the number of requests that continue to run', () => {
  const { load, pass } = loadAt()
  load.enter()
  load.enter()
  assert.equal(load.average(), 0)
  pass(10_000)
  assert.ok(Math.abs(load.average() - 2) < 0.01)
})

test('a short request counts little and only for a short time', () => {
  const { load, pass } = loadAt()
  const leave = load.enter()
  pass(5)
  leave()
  assert.ok(load.average() > 0 && load.average() < 0.02)
  pass(10_000)
  assert.ok(load.average() < 1e-6)
})

test('many short requests one after another count as one long request', () => {
  const { load, pass } = loadAt()
  for (let n = 0; n < 1000; n++) {
    const leave = load.enter()
    pass(5)
    leave()
  }
  assert.ok(Math.abs(load.average() - 1) < 0.01)
})

test('a request whose end is reported twice is counted once', () => {
  const { load, pass } = loadAt()
  const leave = load.enter()
  load.enter()
  leave()
  leave()
  pass(10_000)
  assert.ok(Math.abs(load.average() - 1) < 0.01)
})
