import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { foldersOf } from '../catalog-file/failed-file.ts'
import { openInput } from '../catalog-file/open-input.ts'
import type { Context, Input, Option } from '../command.ts'

/** A row of a file. In CSV, the header is row 1. In NDJSON, the row is the line. */
export type Row = {
  row: number
  cells: Record<string, unknown>
  /** The reason why the row can't be read. */
  fault?: { code: string; message: string }
}

/** A file of rows that can be read several times. */
export type RowFile = {
  /** The name in messages, such as `stock.csv`. */
  name: string
  /** The path as the user has written it, or `-`. */
  path: string
  source: CatalogFile
  /** The folders for a file of the failed rows. The first that can be written to is used. */
  folders: string[]
  /** The SHA-256 hash of the content. */
  hash: string
  /** The columns of a CSV file, or all fields of the objects of an NDJSON file. */
  headers: string[]
  rows(): AsyncIterable<Row>
  /** Removes temporary files. */
  close(): Promise<void>
}

/** The options of commands that read a file. */
export const fileOptions: Record<string, Option> = {
  column: {
    type: 'string',
    value: 'NAME=FIELD',
    multiple: true,
    help: "Set the field of one column, if its name isn't recognised. Repeatable."
  },
  delimiter: {
    type: 'string',
    value: 'CHARACTER',
    help: 'The delimiter of a CSV file: , ; | or tab.'
  },
  encoding: {
    type: 'string',
    value: 'NAME',
    help: 'The encoding of the file, such as windows-1252.'
  }
}

/**
 * Opens the CSV or NDJSON file with this path, or a copy of stdin for `-`, which `close` removes. Throws a
 * `CommandError` if the file can't be read.
 */
export async function openRowFile(context: Context, path: string, { values }: Input): Promise<RowFile> {
  const { file, close } = await openInput(context, path, values)
  const folders = foldersOf(context, file)
  return {
    name: file.name,
    path,
    source: file,
    folders,
    hash: file.contentHash,
    headers: file.columns,
    rows: () => rowsOf(file),
    close
  }
}

async function* rowsOf({ columns, rows }: CatalogFile): AsyncGenerator<Row> {
  for await (const { number, cells, product, fault } of rows()) {
    const named = product ?? Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
    yield { row: number, cells: named, ...(fault && { fault }) }
  }
}
