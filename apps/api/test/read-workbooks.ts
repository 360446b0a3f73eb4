import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Row, readRows } from '@purveyor/spreadsheets'
import { fromBufferPromise } from 'yauzl'

/** A row of a sheet: the texts of its cells by the headers of their columns. */
export type TextRow = Record<string, string>

/** Returns the rows of a sheet of a workbook, as the package for spreadsheets reads them. */
export async function readSheet(workbook: Buffer, sheet: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-workbook-'))
  try {
    const path = join(folder, 'workbook.xlsx')
    await writeFile(path, workbook)
    const rows: Row[] = []
    for await (const batch of readRows(path, { sheet, folder })) rows.push(...batch.rows)
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the texts of a row, with empty texts for cells without a value. */
export function textsOf({ cells }: Row): string[] {
  const texts: string[] = []
  for (const { column, text } of cells) texts[column - 1] = text
  return Array.from(texts, (text) => text ?? '')
}

/** Returns the rows of a sheet below its headers. */
export async function readTable(workbook: Buffer, sheet: string): Promise<TextRow[]> {
  const [header, ...rows] = await readSheet(workbook, sheet)
  const headers = header ? textsOf(header) : []
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.map(({ column, text }) => [headers[column - 1] ?? `column ${column}`, text]))
  )
}

/** Returns the XML of the parts of a workbook by their names. */
export async function partsOf(workbook: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(workbook, { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return parts
}
