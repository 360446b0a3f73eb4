import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { OnceMutations } from './once-mutations.ts'

/** Returns a function that runs a mutation, as a hook between two renderings does, and what was sent. */
function hook() {
  const client = new QueryClient({ mutationCache: new OnceMutations() })
  const sent: unknown[] = []
  const observer = new MutationObserver(client, {
    async mutationFn(variables: unknown) {
      sent.push(variables)
      await Promise.resolve()
      if (variables === 'refused') throw new Error('refused')
      return `result ${sent.length}`
    }
  })
  const stop = observer.subscribe(() => {})
  return { mutate: (variables: unknown) => observer.mutate(variables), observer, sent, stop }
}

describe('mutations of the console', () => {
  test('a second call with the same values gets the result of the first one', async () => {
    const { mutate, observer, sent } = hook()
    const results = await Promise.all([mutate({ name: 'A' }), mutate({ name: 'A' })])
    assert.deepEqual([results, sent], [['result 1', 'result 1'], [{ name: 'A' }]])
    assert.equal(observer.getCurrentResult().status, 'success')
  })

  test('a call with other values is run', async () => {
    const { mutate, sent } = hook()
    await Promise.all([mutate('A'), mutate('B')])
    assert.deepEqual(sent, ['A', 'B'])
  })

  test('a call after the end of the first one is run, also after an error', async () => {
    const { mutate, sent } = hook()
    const both = await Promise.allSettled([mutate('refused'), mutate('refused')])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected']
    )
    await assert.rejects(mutate('refused'))
    assert.equal(await mutate('A'), 'result 3')
    assert.equal(sent.length, 3)
  })
})
