import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryPath } from './files.ts'
import { measureReading, measureWriting, writeLargeFile } from './large-files.ts'

const rows = 10_000
/** Reading the texts of 10,000 rows into memory takes more than this, and so does the workbook as a whole. */
const maxGrowth = 90

test('reading an .xlsx file with 100,000 shared strings needs little memory', async () => {
  const path = await temporaryPath('.xlsx')
  await writeLargeFile(path, 'xlsx', rows)
  const { growth, ...counts } = await measureReading(path)
  assert.deepEqual([counts.rows, counts.cells], [rows, rows * 30])
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
})

test('reading an .ods file needs little memory', async () => {
  const path = await temporaryPath('.ods')
  await writeLargeFile(path, 'ods', rows)
  const { growth, ...counts } = await measureReading(path)
  assert.deepEqual([counts.rows, counts.cells], [rows, rows * 30])
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
})

test('writing a workbook with notes needs little memory', async () => {
  const { growth, ...counts } = await measureWriting(await temporaryPath('.xlsx'), rows)
  assert.deepEqual([counts.rows, counts.cells], [rows, rows * 30])
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
})
