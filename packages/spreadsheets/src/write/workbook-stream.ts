import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Notes } from './notes.ts'
import { filterRange, rangeOf, type SheetInProgress, sheetXml } from './sheet.ts'
import { stylesXml } from './styles.ts'
import { checkWorkbook, type WrittenWorkbook } from './workbook.ts'
import { escapeXml } from './xml-text.ts'

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Part = { name: string; content: () => Iterable<string> | AsyncIterable<string> }

/**
 * Returns the bytes of a workbook as an .xlsx file. The rows are read as the stream is read, so the memory is bounded. An
 * error of the rows, or a text of more than 32,767 characters, is an error of the stream. The same content always results in
 * the same bytes. Notes are stored in temporary files in `folder` while the file is written.
 */
export function workbookStream(workbook: WrittenWorkbook, folder: string = tmpdir()): Readable {
  checkWorkbook(workbook)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const sheets = workbook.sheets.map((sheet) => ({ sheet, notes: new Notes(sheet.columns, folder), rows: 0 }))
  let current: Readable | undefined
  const add = ({ name, content }: Part) =>
    zip.addReadStreamLazy(name, zipOptions(), (callback) => {
      current = Readable.from(content(), { objectMode: false, highWaterMark: 2 ** 16 })
      current.on('error', (error) => output.destroy(error))
      callback(null, current)
    })
  zip.on('error', (error) => output.destroy(error))
  output.on('close', () => {
    current?.destroy()
    for (const { notes } of sheets) notes.close()
  })
  for (const part of firstParts(sheets.length)) add(part)
  for (const [index, progress] of sheets.entries())
    add({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      async *content() {
        yield* sheetXml(progress)
        if (index < sheets.length - 1) return
        // The notes and the numbers of rows are known only now that all rows have been written.
        for (const part of lastParts(sheets)) add(part)
        zip.end()
      }
    })
  return output
}

/** Options of all entries. A fixed date makes the file the same each time, in every time zone. */
function zipOptions() {
  return { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
}

function firstParts(sheets: number): Part[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const links = numbers.map((number): [string, string] => ['worksheet', `worksheets/sheet${number}.xml`])
  return [
    { name: '_rels/.rels', content: () => [relationships([['officeDocument', 'xl/workbook.xml']])] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: () => [relationships([...links, ['styles', 'styles.xml']])]
    },
    { name: 'xl/styles.xml', content: () => [stylesXml()] }
  ]
}

/** Returns the parts of the notes, the list of sheets, and the list of all parts. */
function lastParts(sheets: SheetInProgress[]): Part[] {
  const parts: Part[] = []
  const withNotes: number[] = []
  let firstBlock = 1
  for (const [index, { notes: one }] of sheets.entries()) {
    if (one.count === 0) continue
    const number = index + 1
    const block = firstBlock
    firstBlock += one.blocks()
    withNotes.push(number)
    parts.push(
      { name: `xl/worksheets/_rels/sheet${number}.xml.rels`, content: () => [noteLinks(number)] },
      { name: `xl/comments${number}.xml`, content: () => one.texts() },
      { name: `xl/drawings/vmlDrawing${number}.vml`, content: () => one.drawing(block) }
    )
  }
  const types = contentTypesXml(sheets.length, withNotes)
  return [
    ...parts,
    { name: 'xl/workbook.xml', content: () => [workbookXml(sheets)] },
    { name: '[Content_Types].xml', content: () => [types] }
  ]
}

function workbookXml(sheets: SheetInProgress[]): string {
  const list = sheets.map(
    ({ sheet }, index) =>
      `<sheet name="${escapeXml(sheet.name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
  )
  // LibreOffice shows a filter only if its range has this name.
  const filters = sheets.flatMap((progress, index) => {
    const { name, hasFilter } = progress.sheet
    const { first, last } = filterRange(progress)
    const range = escapeXml(rangeOf(name, first, last))
    return hasFilter
      ? [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${range}</definedName>`
        ]
      : []
  })
  const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`
  return (
    `${header}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${list.join('')}</sheets>${names}</workbook>`
  )
}

function noteLinks(sheet: number): string {
  return relationships([
    ['vmlDrawing', `../drawings/vmlDrawing${sheet}.vml`],
    ['comments', `../comments${sheet}.xml`]
  ])
}

function relationships(links: [type: string, target: string][]): string {
  const list = links.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`
  )
  return `${header}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`
}

function contentTypesXml(sheets: number, withNotes: number[]): string {
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${contentTypes}.${type}+xml"/>`
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  return (
    `${header}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
    override('workbook', 'sheet.main') +
    override('styles', 'styles') +
    numbers.map((number) => override(`worksheets/sheet${number}`, 'worksheet')).join('') +
    withNotes.map((number) => override(`comments${number}`, 'comments')).join('') +
    '</Types>'
  )
}
