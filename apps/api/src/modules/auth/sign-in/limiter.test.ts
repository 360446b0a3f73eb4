import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../../../errors.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/**
 * Starts pieces of work that run until the test resolves their entry in `ends`; `started` lists them in
 * order.
 */
function controlledWork(limiter: Limiter) {
  const started: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const start = (index: number) => {
    const end = Promise.withResolvers<void>()
    ends[index] = end
    return limiter(async () => {
      started.push(index)
      await end.promise
      return index
    })
  }
  return { started, ends, start }
}

suite('a limiter', () => {
  test('runs a limited number concurrently, and the others in order as slots become free', async () => {
    const { started, ends, start } = controlledWork(createLimiter({ running: 2, waiting: 10 }))
    const results = [0, 1, 2, 3].map(start)
    await turn()
    assert.deepEqual(started, [0, 1])
    ends[1]?.resolve()
    await turn()
    assert.deepEqual(started, [0, 1, 2])
    for (const end of ends) end.resolve()
    assert.deepEqual(await Promise.all(results), [0, 1, 2, 3])
  })

  test('throws a 503 with Retry-After when the queue is full', async () => {
    const { ends, start } = controlledWork(createLimiter({ running: 1, waiting: 1 }))
    const accepted = [start(0), start(1)]
    await assert.rejects(start(2), (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.code, 'UNAVAILABLE')
      assert.ok(Number(error.headers['retry-after']) > 0)
      return true
    })
    for (const end of ends) end.resolve()
    assert.deepEqual(await Promise.all(accepted), [0, 1])
  })

  test('frees the slot when the work fails', async () => {
    const limiter = createLimiter({ running: 1, waiting: 0 })
    await assert.rejects(
      limiter(async () => {
        throw new Error('no luck')
      }),
      /no luck/
    )
    assert.equal(await limiter(async () => 'next'), 'next')
  })

  test('allows the same concurrency after its queue has been worked off', async () => {
    const limiter = createLimiter({ running: 2, waiting: 2 })
    await Promise.all([1, 2, 3, 4].map(() => limiter(turn)))
    const { started, ends, start } = controlledWork(limiter)
    const results = [0, 1, 2].map(start)
    await turn()
    assert.deepEqual(started, [0, 1])
    for (const end of ends) end.resolve()
    await Promise.all(results)
  })
})
