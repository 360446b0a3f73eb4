import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { measureUpload, writeLargeWorkbook } from '../../../../test/large-workbooks.ts'
import { runsAllCases } from '../../../../test/random-runs.ts'

/** `check:long random-cases` reads more rows. The items of 20,000 rows as text have about 25 MB, and as objects more. */
const rows = runsAllCases ? 20_000 : 5_000
/** In MB. */
const maxGrowth = runsAllCases ? 80 : 50

test(`a workbook of ${rows} rows with 30 columns is read in bounded memory`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const [small, large] = ['small.xlsx', 'large.xlsx'].map((name) => join(folder, name)) as [string, string]
  await writeLargeWorkbook(small, 10)
  await writeLargeWorkbook(large, rows)
  const { items, growth } = await measureUpload(large, small)
  assert.equal(items, rows)
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
})
