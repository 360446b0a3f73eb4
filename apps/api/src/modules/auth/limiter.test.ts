import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/** Starts work that ends when told, and tells in which order it began. */
function workers(gate: Limiter) {
  const begun: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const start = (index: number) => {
    const end = Promise.withResolvers<void>()
    ends[index] = end
    return gate(async () => {
      begun.push(index)
      await end.promise
      return index
    })
  }
  return { begun, ends, start }
}

suite('a gate', () => {
  test('lets so many in at once, the others in order as places come free', async () => {
    const { begun, ends, start } = workers(createLimiter({ running: 2, waiting: 10 }))
    const results = [0, 1, 2, 3].map(start)
    await turn()
    assert.deepEqual(begun, [0, 1])
    ends[1]?.resolve()
    await turn()
    assert.deepEqual(begun, [0, 1, 2])
    for (const end of ends) end.resolve()
    assert.deepEqual(await Promise.all(results), [0, 1, 2, 3])
  })

  test('answers 503 with Retry-After to whoever comes past the line', async () => {
    const { ends, start } = workers(createLimiter({ running: 1, waiting: 1 }))
    const served = [start(0), start(1)]
    await assert.rejects(start(2), (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.code, 'UNAVAILABLE')
      assert.ok(Number(error.headers['retry-after']) > 0)
      return true
    })
    for (const end of ends) end.resolve()
    assert.deepEqual(await Promise.all(served), [0, 1])
  })

  test('gives a place free when the work fails', async () => {
    const gate = createLimiter({ running: 1, waiting: 0 })
    await assert.rejects(
      gate(async () => {
        throw new Error('no luck')
      }),
      /no luck/
    )
    assert.equal(await gate(async () => 'next'), 'next')
  })

  test('is as wide as before after a line has passed', async () => {
    const gate = createLimiter({ running: 2, waiting: 2 })
    await Promise.all([1, 2, 3, 4].map(() => gate(turn)))
    const { begun, ends, start } = workers(gate)
    const results = [0, 1, 2].map(start)
    await turn()
    assert.deepEqual(begun, [0, 1])
    for (const end of ends) end.resolve()
    await Promise.all(results)
  })
})
