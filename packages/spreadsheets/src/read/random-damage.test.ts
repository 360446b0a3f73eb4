import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { allRows, fileOf, odsParts, xlsx, xlsxParts, zipOf } from '../../test/files.ts'
import { SpreadsheetError } from '../index.ts'

const rows = Array.from(
  { length: 20 },
  (_, index) =>
    `<row r="${index + 1}"><c r="A${index + 1}" t="s"><v>${index % 2}</v></c><c r="B${index + 1}" s="1"><f>A1</f><v>4${index}</v></c><c r="C${index + 1}" t="inlineStr"><is><r><t xml:space="preserve"> a </t></r></is></c></row>`
).join('')
const workbook = {
  rows,
  afterRows: '<mergeCells><mergeCell ref="A3:B4"/></mergeCells>',
  strings: '<si><t>one</t></si><si><r><t>two</t></r></si>',
  styles:
    '<numFmts><numFmt numFmtId="200" formatCode="yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>'
}
const tables = `<table:table table:name="Sheet1">${'<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3" office:value-type="float" office:value="1.5"/><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p></table:table-cell></table:table-row>'.repeat(5)}</table:table>`

/** Reads a file, and fails if an error isn't one that says what is wrong with the file. */
async function readOrRefuse(content: Buffer): Promise<void> {
  const path = await fileOf(content)
  await allRows(path, { limits: { cells: 100_000 } }).catch((error) => {
    if (!(error instanceof SpreadsheetError)) throw error
  })
}

test('a zip file with random bytes in it is read, or refused with a reason', async () => {
  const files = [await readFile(await xlsx(workbook)), await zipOf(odsParts(tables))]
  for (const file of files) {
    const change = fc.record({ at: fc.nat({ max: file.length - 1 }), byte: fc.nat({ max: 255 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const damaged = Buffer.from(file)
        for (const { at, byte } of changes) damaged.writeUInt8(byte, at)
        await readOrRefuse(damaged)
      }),
      { numRuns: 150 }
    )
  }
})

test('parts in which text is replaced are read, or refused with a reason', async () => {
  const pieces = [
    '<',
    '>',
    '"',
    '/',
    '&',
    '-1',
    '1e999',
    '99999999999',
    '',
    '<row>',
    '<c>',
    '<!--',
    ']]>',
    '\u0000',
    'A1:B',
    'NaN'
  ]
  for (const parts of [xlsxParts(workbook), odsParts(tables)]) {
    const change = fc.record({
      part: fc.constantFrom(...Object.keys(parts)),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 12 }),
      piece: fc.constantFrom(...pieces)
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const changed: Record<string, string | Buffer> = { ...parts }
        for (const { part, at, length, piece } of changes) {
          const text = String(changed[part])
          const start = Math.floor(at * text.length)
          changed[part] = text.slice(0, start) + piece + text.slice(start + length)
        }
        await readOrRefuse(await zipOf(changed))
      }),
      { numRuns: 150 }
    )
  }
})
