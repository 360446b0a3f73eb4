import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileProblem, type FileProblemCode } from './file-problem.ts'
import { maxWorkbookBytes, openWorkbook } from './workbook-file.ts'

const zip = Buffer.from('PK\u0003\u0004...')
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

test('the name of a workbook says whether it is .ods, and other files are no workbooks', async () => {
  const typeOf = async (name: string) => (await openWorkbook(new Blob([zip]), name))?.file.type
  assert.equal(await typeOf('a.ODS'), 'application/vnd.oasis.opendocument.spreadsheet')
  assert.equal(await typeOf('a'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  assert.equal(await openWorkbook(new Blob(['SKU,Cost\n']), 'a.xlsx'), undefined)
})

const refused: [title: string, parts: Buffer[], code: FileProblemCode][] = [
  ['a workbook of an old version', [compound, Buffer.from('Workbook', 'utf16le')], 'OLD_EXCEL'],
  ['a workbook with a password', [compound, Buffer.from('EncryptedPackage', 'utf16le')], 'ENCRYPTED'],
  ['a workbook that is too large', [zip, Buffer.alloc(maxWorkbookBytes)], 'WORKBOOK_TOO_LARGE']
]
for (const [title, parts, code] of refused)
  test(`${title} is refused before it is sent`, async () => {
    await assert.rejects(
      openWorkbook(new Blob(parts.map((part) => new Uint8Array(part))), 'a.xlsx'),
      (error) => error instanceof FileProblem && error.code === code
    )
  })
