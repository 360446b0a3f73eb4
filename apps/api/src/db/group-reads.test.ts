import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { groupReads } from './group-reads.ts'

/** Grouped reads whose statements end when the test calls `end`. */
function pendingReads(bounds: { maxRunning: number; maxKeys: number; deadlineMs?: number }) {
  const sent: { keys: number[]; end: (error?: Error) => void }[] = []
  const read = groupReads<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(keys.map((key) => `found ${key}`)))
        sent.push({ keys, end })
      }),
    { deadlineMs: 60_000, ...bounds }
  )
  return { sent, read, groups: () => sent.map(({ keys }) => keys) }
}

/** Lets the event loop turn until everything is sent that can be sent before another statement ends. */
async function settle() {
  for (let count = 0; count < 5; count++) await setImmediate()
}

suite('grouped reads', () => {
  test('calls in the same turn of the event loop share one statement and get their own results', async () => {
    const { sent, read, groups } = pendingReads({ maxRunning: 1, maxKeys: 10 })
    const answers = Promise.all([read(1), read(2), read(2)])
    await settle()
    assert.deepEqual(groups(), [[1, 2, 2]])
    sent[0]?.end()
    assert.deepEqual(await answers, ['found 1', 'found 2', 'found 2'])
  })

  test('at most `maxRunning` statements run, and waiting calls share the next one, up to `maxKeys` keys', async () => {
    const { sent, read, groups } = pendingReads({ maxRunning: 2, maxKeys: 3 })
    const answers: Promise<string>[] = []
    for (let key = 1; key <= 9; key++) {
      answers.push(read(key))
      await settle()
    }
    assert.deepEqual(groups(), [[1], [2]])
    sent[1]?.end()
    await settle()
    assert.deepEqual(groups(), [[1], [2], [3, 4, 5]])
    sent[0]?.end()
    sent[2]?.end()
    await settle()
    assert.deepEqual(groups().slice(3), [[6, 7, 8], [9]])
    for (const { end } of sent) end()
    assert.deepEqual(
      await Promise.all(answers),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => `found ${key}`)
    )
  })

  test('a call during a statement is served by a later statement', async () => {
    const { sent, read, groups } = pendingReads({ maxRunning: 1, maxKeys: 10 })
    const first = read(1)
    await settle()
    const again = read(1)
    await settle()
    assert.deepEqual(groups(), [[1]])
    sent[0]?.end()
    await first
    await settle()
    assert.deepEqual(groups(), [[1], [1]])
    sent[1]?.end()
    assert.equal(await again, 'found 1')
  })

  test('a statement that fails rejects its own calls only', async () => {
    const { sent, read } = pendingReads({ maxRunning: 1, maxKeys: 2 })
    const failing = [read(1), read(2)].map((answer) => assert.rejects(answer, /gone/))
    const later = read(3)
    await settle()
    sent[0]?.end(new Error('gone'))
    await Promise.all(failing)
    await settle()
    sent[1]?.end()
    assert.equal(await later, 'found 3')
  })

  test('a statement without a result fails at the deadline, and later calls do not wait for it', async () => {
    const { sent, read, groups } = pendingReads({ maxRunning: 1, maxKeys: 1, deadlineMs: 20 })
    const silent = assert.rejects(read(1), { code: 'ETIMEDOUT' })
    const later = read(2)
    await silent
    await settle()
    assert.deepEqual(groups(), [[1], [2]])
    sent[1]?.end()
    assert.equal(await later, 'found 2')
    sent[0]?.end(new Error('too late to matter'))
    await settle()
  })
})
