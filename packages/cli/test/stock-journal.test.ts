import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { journalPath, openJournal } from '../src/row-files/journal.ts'
import { chunksOf, keyHasExpired, rowRange, sendChunks } from '../src/row-files/send-chunks.ts'

const folder = await mkdtemp(join(tmpdir(), 'purveyor-journal-'))
after(() => rm(folder, { recursive: true }))

const pathFor = (...parts: string[]) => journalPath(join(folder, 'state'), 'stock-change', parts)
const never = new AbortController().signal

async function* items(count: number) {
  for (let index = 0; index < count; index++) yield { item: `item ${index}`, rows: [index + 2] }
}

/** Sends ten items in chunks of three. `fail` throws for the chunks whose sending has to fail. */
async function send(path: string, sent: [key: string, body: string[]][], fail: (index: number) => void) {
  const journal = await openJournal<string[], number>(path)
  const results = [...journal.results]
  await sendChunks<string[], number>({
    journal,
    signal: never,
    chunksAfter: (units, index) => chunksOf(items(10), { units, index, size: 3 }),
    async send({ index, body }, key) {
      sent.push([key, body])
      fail(index)
      return body.length
    },
    onResult: (result) => results.push(result)
  })
  return results
}

test('a run that was interrupted repeats the chunk without a result under its key, and then continues', async () => {
  const path = pathFor('interrupted')
  const sent: [string, string[]][] = []
  const interrupt = (index: number) => {
    if (index === 1 && sent.length === 2) throw new Error('lost')
  }
  await assert.rejects(send(path, sent, interrupt), /lost/)
  assert.deepEqual(await send(path, sent, interrupt), [3, 3, 3, 1])
  assert.deepEqual(
    sent.map(([, body]) => body.length),
    [3, 3, 3, 3, 1]
  )
  assert.deepEqual(sent[1], sent[2])
  assert.equal(new Set(sent.map(([key]) => key)).size, 4)
  const finished = await openJournal(path)
  assert.ok(finished.finishedAt)
  assert.equal(finished.pending, undefined)
})

test('a line that was cut off by a kill is ignored, and later lines are read', async () => {
  const path = pathFor('cut')
  const journal = await openJournal<string[], number>(path)
  await journal.begin({ index: 0, units: 1, rows: [[2]], body: ['a'] })
  await appendFile(path, '{"done":0,"resu')
  const again = await openJournal<string[], number>(path)
  assert.deepEqual(again.pending?.body, ['a'])
  await again.complete(0, 7)
  const last = await openJournal<string[], number>(path)
  assert.deepEqual(last.results, [7])
  assert.equal(last.key(0), journal.key(0))
})

test('processes that create the same journal at the same time share one', async () => {
  const path = pathFor('shared')
  const journals = await Promise.all(Array.from({ length: 8 }, () => openJournal(path)))
  assert.equal(new Set(journals.map((journal) => journal.key(0))).size, 1)
})

test('only the user can read a journal', { skip: process.platform === 'win32' }, async () => {
  const path = pathFor('private')
  await openJournal(path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('finished journals are deleted after a week, and unfinished ones never', async () => {
  const paths = ['finished', 'new', 'unfinished', 'last'].map((name) => pathFor('old', name))
  const [finished = '', recent = '', unfinished = '', last = ''] = paths
  for (const path of [finished, recent, unfinished]) await send(path, [], () => {})
  const text = await readFile(unfinished, 'utf8')
  await writeFile(unfinished, text.slice(0, text.lastIndexOf('{"finished"')))
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000)
  await utimes(finished, days(8), days(8))
  await utimes(recent, days(6), days(6))
  await utimes(unfinished, days(300), days(300))
  await openJournal(last)
  const names = await readdir(join(last, '..'))
  const left = paths.map((path) => names.includes(basename(path)))
  assert.deepEqual(left, [false, true, true, true])
})

test('journals of other files, accounts and services have other paths', () => {
  const paths = [pathFor('a', 'b'), pathFor('ab'), pathFor('a', 'c'), pathFor('a,b')]
  assert.equal(new Set(paths).size, paths.length)
})

test('a key counts as expired before 24 hours have passed', () => {
  const now = new Date('2026-03-02T12:00:00Z')
  assert.equal(keyHasExpired(new Date('2026-03-01T12:31:00Z'), now), false)
  assert.equal(keyHasExpired(new Date('2026-03-01T12:29:00Z'), now), true)
})

test('rows are named as ranges', () => {
  assert.equal(rowRange([5, 2, 3, 4, 9]), '2–5, 9')
  assert.equal(rowRange([7]), '7')
  assert.equal(rowRange([]), '')
})
