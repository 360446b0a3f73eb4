import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { FatalError } from './errors.ts'
import { openJournal } from './journal.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
})
after(() => rm(folder, { recursive: true }))

let names = 0
const newFile = () => join(folder, `deeper/${++names}.ndjson`)
const one = { line: 1, mark: 11 }
const distant = { line: 5000, mark: 0xffffffff }

describe('the journal', () => {
  test('remembers in the next run what was done with any line', async () => {
    const file = newFile()
    const first = await openJournal(file, 'vendor')
    assert.equal(first.isDone(one, ['create']), false)
    first.done(one, ['create'])
    first.done(distant, ['create', 'approve', 'verify'])
    first.close()
    const second = await openJournal(file, 'vendor')
    assert.equal(second.isDone(one, ['create']), true)
    assert.equal(second.isDone(one, ['create', 'approve']), false)
    assert.equal(second.isDone(distant, ['create', 'verify']), true)
    assert.equal(second.isDone({ line: 2, mark: 0 }, ['create']), false)
    assert.equal(second.isDone({ line: 9_000_000, mark: 0 }, ['create']), false)
    second.close()
  })

  test('does not count a line that was edited since or that failed', async () => {
    const file = newFile()
    const first = await openJournal(file, 'vendor')
    first.done(one, ['create'])
    first.failed({ line: 2, mark: 22 }, ['/name is missing'])
    first.close()
    const second = await openJournal(file, 'vendor')
    assert.equal(second.isDone({ ...one, mark: 12 }, ['create']), false)
    assert.equal(second.isDone({ line: 2, mark: 22 }, ['create']), false)
    second.close()
    assert.match(await readFile(file, 'utf8'), /"failed":\["\/name is missing"\]/)
  })

  test('ignores an entry that a crash truncated, and continues after it', async () => {
    const file = newFile()
    const first = await openJournal(file, 'vendor')
    first.done(one, ['create'])
    first.close()
    await appendFile(file, '{"line":2,"ma')
    const second = await openJournal(file, 'vendor')
    second.done(distant, ['create'])
    second.close()
    const third = await openJournal(file, 'vendor')
    assert.deepEqual(
      [one, distant].map((row) => third.isDone(row, ['create'])),
      [true, true]
    )
    assert.equal(third.isDone({ line: 2, mark: 0 }, ['create']), false)
    third.close()
  })

  test('is refused if it belongs to another vendor', async () => {
    const file = newFile()
    ;(await openJournal(file, 'vendor')).close()
    await assert.rejects(
      openJournal(file, 'other'),
      (error) => error instanceof FatalError && /another vendor/.test(error.message)
    )
  })

  test('never writes to a file that is not a journal', async () => {
    const file = join(folder, 'catalog.ndjson')
    await writeFile(file, '{"sku":"A"}\n')
    await assert.rejects(
      openJournal(file, 'vendor'),
      (error) => error instanceof FatalError && /is not a journal/.test(error.message)
    )
    assert.equal(await readFile(file, 'utf8'), '{"sku":"A"}\n')
  })

  test('reports that it cannot be written', async () => {
    const file = join(folder, 'plain')
    await writeFile(file, 'x')
    await assert.rejects(
      openJournal(join(file, 'journal.ndjson'), 'vendor'),
      (error) => error instanceof FatalError && /cannot be written/.test(error.message)
    )
  })
})
