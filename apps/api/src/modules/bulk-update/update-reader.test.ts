import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newId } from '../../lib/ids.ts'
import { readUpdates } from './read-updates.ts'
import { createUpdateReader } from './update-reader.ts'

const vendorId = newId()
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const good = () => bytesOf('{"items":[{"code":"A","amount":1}]}')

test('bodies are read one after another, each with its own result', async () => {
  const reader = createUpdateReader()
  const reads = await Promise.all([
    reader.read(good(), vendorId),
    reader.read(bytesOf('{"items":[{"code":"B"}],"dry_run":true}'), vendorId),
    reader.read(bytesOf('[]'), vendorId)
  ])
  assert.deepEqual(reads, [
    {
      ok: true,
      items: '[{"code":"A","stock":1}]',
      onlyPriceAndStock: true,
      hasStockConditions: false,
      hasAttributes: false,
      dryRun: false
    },
    {
      ok: true,
      items: '[{"code":"B"}]',
      onlyPriceAndStock: true,
      hasStockConditions: false,
      hasAttributes: false,
      dryRun: true
    },
    {
      ok: false,
      faults: [{ pointer: '', code: 'INVALID_TYPE', message: 'must be an object' }],
      faultCount: 1
    }
  ])
  await reader.close()
  await assert.rejects(reader.read(good(), vendorId), { code: 'UNAVAILABLE' })
})

test('a thread that exits is replaced, and its body is refused with 503', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'update-reader-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const program = pathToFileURL(join(folder, 'program.mjs'))
  await writeFile(
    program,
    `export function readUpdates({ bytes }) {
      if (bytes.length === 0) process.exit(1)
      return { ok: true, items: '[]', onlyPriceAndStock: true, hasStockConditions: false, hasAttributes: false, dryRun: false }
    }`
  )
  const reader = createUpdateReader(program)
  const [first, second] = await Promise.allSettled([
    reader.read(new Uint8Array(), vendorId),
    reader.read(good(), vendorId)
  ])
  assert.equal(first.status === 'rejected' && first.reason.code, 'UNAVAILABLE')
  assert.equal(second.status === 'fulfilled' && second.value.ok, true)
  await reader.close()
})

test('very many members, items or unknown fields are refused in limited memory', () => {
  const refusal = (text: string) => {
    const read = readUpdates({ bytes: bytesOf(text), vendorId })
    return read.ok ? undefined : [read.faults[0]?.code, read.faults.length, read.faultCount]
  }
  const names = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":1`).join()
  assert.deepEqual(refusal(`{"items":[${'[],'.repeat(2_000_000)}[]]}`), ['TOO_MANY', 1, 1])
  assert.deepEqual(refusal(`{${names(500_000)}}`), ['TOO_MANY', 1, 1])
  assert.deepEqual(refusal(`{"items":[{"code":"A",${names(5_000)}}]}`), ['UNKNOWN_FIELD', 20, 5_000])
  const long = `{"items":[{"code":"A","_note":"${'x'.repeat(1024 * 1024)}"}]}`
  assert.deepEqual(refusal(long), ['TOO_LONG', 1, 1])
})

test('bodies that are waiting when the reader closes are refused', async () => {
  const reader = createUpdateReader()
  const reads = [reader.read(good(), vendorId), reader.read(good(), vendorId)]
  const settled = Promise.allSettled(reads)
  await reader.close()
  for (const read of await settled)
    assert.equal(read.status === 'rejected' && read.reason.code, 'UNAVAILABLE')
})
