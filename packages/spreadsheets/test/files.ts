import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type Cell, type ReadOptions, type Row, readRows } from '../src/index.ts'

const folders: string[] = []
let count = 0
// Several test files can run in the same process.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Returns an empty folder that is removed when the process ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-spreadsheets-'))
  folders.push(folder)
  return folder
}

/** Returns a path in a folder that is removed when the process ends. */
export async function temporaryPath(name = ''): Promise<string> {
  return join(folders[0] ?? (await temporaryFolder()), `${++count}${name}`)
}

/** Writes a file, and returns its path. */
export async function fileOf(content: Buffer | string): Promise<string> {
  const path = await temporaryPath()
  await writeFile(path, content)
  return path
}

/** Returns a zip file with the parts. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** A workbook of Excel to write: the XML in the elements of its parts. */
export type XlsxParts = {
  /** The elements in `sheetData` of the only sheet. */
  rows?: string
  /** The elements after `sheetData`. */
  afterRows?: string
  /** The sheets, instead of the one with `rows`: the attributes in the workbook, and the elements in `worksheet`. */
  sheets?: { attributes: string; content: string }[]
  /** The elements in `sst`. */
  strings?: string
  /** The elements in `styleSheet`. */
  styles?: string
  /** The elements in `workbook` before the list of sheets. */
  workbook?: string
  /** Parts to add or replace. */
  parts?: Record<string, string | Buffer>
}

/** Returns the parts of a workbook of Excel. */
export function xlsxParts({
  rows = '',
  afterRows = '',
  ...rest
}: XlsxParts): Record<string, string | Buffer> {
  const { strings, styles, workbook = '', parts = {} } = rest
  const sheets = rest.sheets ?? [
    { attributes: 'name="Sheet1"', content: `<sheetData>${rows}</sheetData>${afterRows}` }
  ]
  const list = sheets.map(
    ({ attributes }, index) => `<sheet ${attributes} sheetId="${index + 1}" r:id="rId${index}"/>`
  )
  const links = sheets.map((_, index) => link(`rId${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  const contents = sheets.map(({ content }, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}" xmlns:r="${office}">${content}</worksheet>`
  ])
  return {
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${sheetType}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationships}">${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}">${links.join('')}${
      strings === undefined ? '' : link('s', 'sharedStrings', '/xl/sharedStrings.xml')
    }${styles === undefined ? '' : link('t', 'styles', 'styles.xml')}</Relationships>`,
    ...Object.fromEntries(contents),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
    ...parts
  }
}

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
}

/** Writes a workbook of Excel, and returns its path. */
export async function xlsx(parts: XlsxParts): Promise<string> {
  return await fileOf(await zipOf(xlsxParts(parts)))
}

const odsNamespaces = ['office', 'style', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

/** Returns the parts of a workbook of LibreOffice. `tables` are the elements in `office:spreadsheet`. */
export function odsParts(tables: string, styles = ''): Record<string, string> {
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${odsNamespaces} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
  }
}

/** Writes a workbook of LibreOffice with the rows in one sheet, and returns its path. */
export async function ods(rows: string): Promise<string> {
  return await fileOf(await zipOf(odsParts(`<table:table table:name="Sheet1">${rows}</table:table>`)))
}

/** Returns all rows of a file. */
export async function allRows(path: string, options?: ReadOptions): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of readRows(path, options)) rows.push(...batch.rows)
  return rows
}

/**
 * Returns the cells of a file, each as "A1 kind text". Formulas have an equals sign before their kind, percentages a percent
 * sign after it, and faults their code as text.
 */
export async function cellsOf(path: string, options?: ReadOptions): Promise<string[]> {
  const rows = await allRows(path, options)
  return rows.flatMap(({ number, cells }) => cells.map((cell) => described(cell, number)))
}

function described(cell: Cell, row: number): string {
  const name = String.fromCharCode(64 + cell.column) + row
  if (cell.kind === 'fault') return `${name} fault ${cell.code}`
  return `${name} ${cell.isFormula ? '=' : ''}${cell.kind}${cell.isPercent ? '%' : ''} ${cell.text}`
}
