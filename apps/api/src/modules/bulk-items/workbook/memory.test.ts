import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { measureUpload, writeLargeWorkbook } from '../../../../test/large-workbooks.ts'

/** In MB. The items of the workbook as text have about 25 MB, and as objects more than this. */
const maxGrowth = 80

test('a workbook of 20,000 rows with 30 columns is read in bounded memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const [small, large] = ['small.xlsx', 'large.xlsx'].map((name) => join(folder, name)) as [string, string]
  await writeLargeWorkbook(small, 10)
  await writeLargeWorkbook(large, 20_000)
  const { items, growth } = await measureUpload(large, small)
  assert.equal(items, 20_000)
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
})
