import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { type WrittenCell, workbookStream } from '@purveyor/spreadsheets'
import { ZipFile } from 'yazl'
import { workbookTypes } from '../src/modules/bulk-items/workbook/workbook-types.ts'

/** A value of a cell: text, a number, true or false, nothing, or a value of another kind. */
export type TestCell = string | number | boolean | null | { kind: 'date' | 'error' | 'number'; text: string }

/**
 * Gives this process a folder of its own for temporary files until the tests of the file have ended, and returns a function
 * that lists its workbooks.
 */
export async function ownTemporaryFolder(): Promise<() => Promise<string[]>> {
  const before = tmpdir()
  const folder = await mkdtemp(join(before, 'purveyor-test-'))
  process.env.TMPDIR = folder
  after(async () => {
    process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  })
  return async () => (await readdir(folder)).filter((name) => name.startsWith('purveyor-workbook-'))
}

export const xlsxType = { 'content-type': workbookTypes.xlsx }

/** Returns a workbook with the rows. The first one is the header. */
export async function workbookOf(rows: TestCell[][]): Promise<Buffer> {
  const cells = rows.map((cells) =>
    cells.flatMap((cell, index) =>
      cell === null || cell === '' ? [] : [{ column: index + 1, ...written(cell) }]
    )
  )
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, () => ({}))
  return await buffer(workbookStream({ sheets: [{ name: 'Products', columns, rows: cells }] }))
}

function written(cell: NonNullable<TestCell>): Pick<WrittenCell, 'kind' | 'text'> {
  if (typeof cell === 'object') return cell
  if (typeof cell === 'string') return { kind: 'text', text: cell }
  return { kind: typeof cell === 'number' ? 'number' : 'boolean', text: String(cell) }
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Returns a workbook whose sheet has this XML, and other parts. `after` follows the rows. */
export async function workbookOfXml(
  rows: string,
  { after = '', parts = {} }: { after?: string; parts?: Record<string, string> } = {}
): Promise<Buffer> {
  const zip = new ZipFile()
  const all: Record<string, string> = {
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${workbookTypes.xlsx}.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...parts
  }
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

/** Returns the XML of a row of texts. A cell that begins with `<` is XML. */
export function xmlRow(...cells: string[]): string {
  const all = cells.map((cell) =>
    cell.startsWith('<') ? cell : cell === '' ? '<c/>' : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
  )
  return `<row>${all.join('')}</row>`
}
