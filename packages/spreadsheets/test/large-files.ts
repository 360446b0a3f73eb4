import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { odsParts, xlsxParts } from './files.ts'

const source = join(import.meta.dirname, '../src/index.ts')
const columns = 30

/** A text of a cell, different in each. Those of one column are long, as descriptions are. */
function textOf(row: number, column: number): string {
  const start = `Value ${column} of row ${row} ${((row * 2_654_435_761) % 4_294_967_296).toString(36)}`
  return column === 3 ? `${start} ${'Grade 8.8, zinc-plated. '.repeat(12)}` : start
}

/** A third of the cells are texts. */
const isText = (column: number) => column % 3 === 0

function* xlsxRows(rows: number): Generator<string> {
  let index = 0
  for (let row = 1; row <= rows; row++) {
    let xml = `<row r="${row}">`
    for (let column = 1; column <= columns; column++)
      xml += isText(column) ? `<c t="s"><v>${index++}</v></c>` : `<c><v>${(row * column) / 100}</v></c>`
    yield `${xml}</row>`
  }
}

function* sharedStrings(rows: number): Generator<string> {
  for (let row = 1; row <= rows; row++) {
    let xml = ''
    for (let column = 3; column <= columns; column += 3) xml += `<si><t>${textOf(row, column)}</t></si>`
    yield xml
  }
}

function* odsRows(rows: number): Generator<string> {
  for (let row = 1; row <= rows; row++) {
    let xml = '<table:table-row>'
    for (let column = 1; column <= columns; column++)
      xml += isText(column)
        ? `<table:table-cell office:value-type="string"><text:p>${textOf(row, column)}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="float" office:value="${(row * column) / 100}"/>`
    yield `${xml}</table:table-row>`
  }
}

/** Writes a workbook of 30 columns, a third of which are texts. Those of an .xlsx file are shared strings. */
export async function writeLargeFile(path: string, format: 'xlsx' | 'ods', rows: number): Promise<void> {
  const marker = '#'
  const parts =
    format === 'xlsx'
      ? xlsxParts({ rows: marker, strings: marker })
      : odsParts(`<table:table table:name="Sheet1">${marker}</table:table>`)
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    const [start = '', end] = String(content).split(marker)
    const inner = name === 'xl/sharedStrings.xml' ? sharedStrings : format === 'xlsx' ? xlsxRows : odsRows
    const whole = function* () {
      yield start
      if (end === undefined) return
      yield* inner(rows)
      yield end
    }
    zip.addReadStream(Readable.from(whole(), { objectMode: false }), name)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** How many rows and cells a program read or wrote, the growth of its memory in MB, and its time in seconds. */
export type Measured = { rows: number; cells: number; growth: number; seconds: number }

/** Reads a file in a process of its own. */
export async function measureReading(path: string): Promise<Measured> {
  return await measure(`
    for await (const batch of readRows(${JSON.stringify(path)})) {
      rows += batch.rows.length
      for (const row of batch.rows) cells += row.cells.length
    }`)
}

/** Writes a workbook of 30 columns with a note at every tenth row in a process of its own. */
export async function measureWriting(path: string, count: number): Promise<Measured> {
  return await measure(`
    const columns = Array.from({ length: ${columns} }, (_, index) => ({ header: 'Column ' + index }))
    async function* content() {
      for (; rows < ${count}; rows++) {
        const row = columns.map((_, index) => ({ column: index + 1, kind: 'text', text: 'Value ' + index + ' of ' + rows }))
        if (rows % 10 === 0) Object.assign(row[4], { fill: 'fault', note: 'must be a number, such as ' + rows })
        cells += row.length
        yield row
      }
    }
    const sheets = [{ name: 'Products', columns, rows: content() }]
    await pipeline(workbookStream({ sheets }), createWriteStream(${JSON.stringify(path)}))`)
}

async function measure(program: string): Promise<Measured> {
  const code = `
    import { createWriteStream } from 'node:fs'
    import { pipeline } from 'node:stream/promises'
    import { readRows, workbookStream } from ${JSON.stringify(source)}
    let rows = 0
    let cells = 0
    const before = process.memoryUsage.rss()
    const start = performance.now()
    ${program}
    const growth = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20
    console.log(JSON.stringify({ rows, cells, growth, seconds: (performance.now() - start) / 1000 }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (exitCode !== 0) throw new Error(`The program ended with exit code ${exitCode}.`)
  return JSON.parse(output)
}
