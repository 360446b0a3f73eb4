import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { groupReads } from './group-reads.ts'

/** A reader whose statements end when the test says so. */
function heldReads(bounds: { running: number; most: number; deadlineMs?: number }) {
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

/** Long enough for all that needs no end of a statement. */
async function turn() {
  for (let count = 0; count < 5; count++) await setImmediate()
}

suite('grouped reads', () => {
  test('who asks in the same turn is answered by one statement, each with their own', async () => {
    const { sent, read, groups } = heldReads({ running: 1, most: 10 })
    const answers = Promise.all([read(1), read(2), read(2)])
    await turn()
    assert.deepEqual(groups(), [[1, 2, 2]])
    sent[0]?.end()
    assert.deepEqual(await answers, ['found 1', 'found 2', 'found 2'])
  })

  test('no more statements are under way than allowed, and those who wait go together, `most` at once', async () => {
    const { sent, read, groups } = heldReads({ running: 2, most: 3 })
    const answers: Promise<string>[] = []
    for (let key = 1; key <= 9; key++) {
      answers.push(read(key))
      await turn()
    }
    assert.deepEqual(groups(), [[1], [2]])
    sent[1]?.end()
    await turn()
    assert.deepEqual(groups(), [[1], [2], [3, 4, 5]])
    sent[0]?.end()
    sent[2]?.end()
    await turn()
    assert.deepEqual(groups().slice(3), [[6, 7, 8], [9]])
    for (const { end } of sent) end()
    assert.deepEqual(
      await Promise.all(answers),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => `found ${key}`)
    )
  })

  test('who asks while a statement is under way is answered by a later one', async () => {
    const { sent, read, groups } = heldReads({ running: 1, most: 10 })
    const first = read(1)
    await turn()
    const again = read(1)
    await turn()
    assert.deepEqual(groups(), [[1]])
    sent[0]?.end()
    await first
    await turn()
    assert.deepEqual(groups(), [[1], [1]])
    sent[1]?.end()
    assert.equal(await again, 'found 1')
  })

  test('a statement that fails, fails for those it was to answer alone', async () => {
    const { sent, read } = heldReads({ running: 1, most: 2 })
    const failing = [read(1), read(2)].map((answer) => assert.rejects(answer, /gone/))
    const later = read(3)
    await turn()
    sent[0]?.end(new Error('gone'))
    await Promise.all(failing)
    await turn()
    sent[1]?.end()
    assert.equal(await later, 'found 3')
  })
  test('one without an answer fails when its time is over, and keeps nobody else waiting', async () => {
    const { sent, read, groups } = heldReads({ running: 1, most: 1, deadlineMs: 20 })
    const silent = assert.rejects(read(1), { code: 'ETIMEDOUT' })
    const later = read(2)
    await silent
    await turn()
    assert.deepEqual(groups(), [[1], [2]])
    sent[1]?.end()
    assert.equal(await later, 'found 2')
    sent[0]?.end(new Error('too late to matter'))
    await turn()
  })
})
