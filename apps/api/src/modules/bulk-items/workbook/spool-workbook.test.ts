import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { spoolWorkbook } from './spool-workbook.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function* bytes(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

test('a workbook is in a file until it is removed', async () => {
  const folder = await temporaryFolder()
  const { path, bytes: size, remove } = await spoolWorkbook(bytes('ab', 'c'), { folder })
  assert.equal(await readFile(path, 'utf8'), 'abc')
  assert.equal(size, 3)
  await remove()
  await remove()
  assert.deepEqual(await readdir(folder), [])
})

test('a body that fails leaves no file', async () => {
  const folder = await temporaryFolder()
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('ab')
    throw new Error('The client has disconnected.')
  }
  await assert.rejects(spoolWorkbook(failing(), { folder }), /has disconnected/)
  assert.deepEqual(await readdir(folder), [])
})

test('a file that can not be written is a 503', async () => {
  const folder = join(await temporaryFolder(), 'missing')
  await assert.rejects(spoolWorkbook(bytes('a'), { folder }), { code: 'UNAVAILABLE', status: 503 })
})

test('files that a killed process has left behind are removed after an hour', async () => {
  const folder = await temporaryFolder()
  const write = async (name: string, ageMinutes: number) => {
    await writeFile(join(folder, name), '')
    const time = new Date(Date.now() - ageMinutes * 60_000)
    await utimes(join(folder, name), time, time)
  }
  await write('purveyor-workbook-old', 61)
  await write('purveyor-workbook-recent', 30)
  await write('other', 61)
  const { remove } = await spoolWorkbook(bytes('a'), { folder })
  await remove()
  assert.deepEqual((await readdir(folder)).sort(), ['other', 'purveyor-workbook-recent'])
})
