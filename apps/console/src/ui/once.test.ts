import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Once } from './once.ts'

/** Returns a function that runs a call once, and the values of the calls that were started. */
function calls() {
  const once = new Once<unknown, string>()
  const sent: unknown[] = []
  const run = (values: unknown) =>
    once.run(values, async () => {
      sent.push(values)
      await Promise.resolve()
      if (values === 'refused') throw new Error('refused')
      return `result ${sent.length}`
    })
  return { run, once, sent }
}

describe('a call that is run once', () => {
  test('a second call with the same values gets the result of the first one', async () => {
    const { run, sent } = calls()
    const results = await Promise.all([run({ name: 'A' }), run({ name: 'A' })])
    assert.deepEqual([results, sent], [['result 1', 'result 1'], [{ name: 'A' }]])
  })

  test('a call with other values is run', async () => {
    const { run, sent } = calls()
    await Promise.all([run('A'), run('B')])
    assert.deepEqual(sent, ['A', 'B'])
  })

  test('a call after the end of the first one is run, also after an error', async () => {
    const { run, sent } = calls()
    const both = await Promise.allSettled([run('refused'), run('refused')])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected']
    )
    await assert.rejects(run('refused'))
    assert.equal(await run('A'), 'result 3')
    assert.equal(sent.length, 3)
  })

  test('a call is run again when the first one was forgotten', async () => {
    const { run, once, sent } = calls()
    const first = run('A')
    once.forget()
    await Promise.all([first, run('A')])
    assert.deepEqual(sent, ['A', 'A'])
  })
})
