import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CatalogFile, openCatalogFile, unreadable } from '../catalog-file/catalog-file.ts'
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
 * Opens the CSV or NDJSON file with this path. With `-`, stdin is copied to a temporary file first, which
 * `close` removes. Throws a `CommandError` if the file can't be read.
 */
export async function openRowFile(context: Context, path: string, { values }: Input): Promise<RowFile> {
  const spooled = path === '-' ? await spool(context) : undefined
  const close = async () => {
    if (spooled) await rm(dirname(spooled), { recursive: true, force: true })
  }
  const [delimiter, encoding] = [values.delimiter, values.encoding].map((value) =>
    typeof value === 'string' ? value : undefined
  )
  try {
    const file = await openCatalogFile({
      path: spooled ?? resolve(context.cwd, path),
      ...(spooled && { name: 'stdin' }),
      delimiter,
      encoding
    })
    const { name, columns, contentHash } = file
    const folders = spooled ? [context.cwd] : [dirname(file.path), context.cwd]
    return {
      name,
      path,
      source: file,
      folders,
      hash: contentHash,
      headers: columns,
      rows: () => rowsOf(file),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function* rowsOf({ columns, rows }: CatalogFile): AsyncGenerator<Row> {
  for await (const { number, cells, product, fault } of rows()) {
    const named = product ?? Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
    yield { row: number, cells: named, ...(fault && { fault }) }
  }
}

async function spool({ stdin, signal }: Context): Promise<string> {
  if (stdin.isTTY) throw unreadable('Nothing is sent to stdin.', 'Name a file instead of -.')
  const path = join(await mkdtemp(join(tmpdir(), 'purveyor-')), 'stdin')
  await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal })
  return path
}
