import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Notes } from './notes.ts'
import { sheetXml } from './sheet.ts'
import { stylesXml } from './styles.ts'
import { checkWorkbook, type WrittenSheet, type WrittenWorkbook } from './workbook.ts'
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
  const sheets = workbook.sheets.map((sheet) => ({ sheet, notes: new Notes(sheet.columns, folder) }))
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
  for (const part of firstParts(workbook.sheets)) add(part)
  for (const [index, { sheet, notes }] of sheets.entries())
    add({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      async *content() {
        yield* sheetXml(sheet, notes)
        if (index < sheets.length - 1) return
        // The notes are known only now that all rows have been written.
        for (const part of lastParts(sheets.map((one) => one.notes))) add(part)
        zip.end()
      }
    })
  return output
}

/** Options of all entries. A fixed date makes the file the same each time, in every time zone. */
function zipOptions() {
  return { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
}

function firstParts(sheets: readonly WrittenSheet[]): Part[] {
  const links = sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`])
  return [
    { name: '_rels/.rels', content: () => [relationships([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: () => [workbookXml(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: () => [relationships([...links, ['styles', 'styles.xml']])]
    },
    { name: 'xl/styles.xml', content: () => [stylesXml()] }
  ]
}

/** Returns the parts of the notes, and the list of all parts. */
function lastParts(notes: Notes[]): Part[] {
  const parts: Part[] = []
  const withNotes: number[] = []
  let firstBlock = 1
  for (const [index, one] of notes.entries()) {
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
  const types = contentTypesXml(notes.length, withNotes)
  return [...parts, { name: '[Content_Types].xml', content: () => [types] }]
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
  )
  return (
    `${header}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${list.join('')}</sheets></workbook>`
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
