import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConcurrentIndex, parseConcurrentIndex } from './concurrent-index.ts'
import { MigrationError } from './migration-error.ts'

export { MigrationError } from './migration-error.ts'

/** A file `NNNN_name.sql`. */
export type Migration = {
  name: string
  text: string
  checksum: string
  /** The first paragraph of the comment at the beginning of the file, on one line. */
  description: string
  /**
   * If the migration removes something: the oldest release that works with the schema after it. Null if the
   * migration only adds something, so that the previous release works with it.
   */
  needsRelease: string | null
  /** The index that the file builds or drops outside a transaction. Null if the file runs in a transaction. */
  concurrentIndex: ConcurrentIndex | null
}

/** The folder of the migrations of this release. */
export const migrationsFolder = join(import.meta.dirname, '../../..', 'migrations')

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/
/**
 * The lines of the header that aren't part of the description: whether nodes of an older release work with the schema,
 * why a statement that usually locks a table for long doesn't, and that the file doesn't run in a transaction.
 */
const mark = /^-- *(contract:|expand:|locks:|not in a transaction)/i
const contract = /^-- contract: needs release (\d+\.\d+\.\d+)$/

/** Reads the migrations in a folder, in order. Throws a `MigrationError` if a name or a header is wrong. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!fileName.test(name))
      throw new MigrationError(
        `The migration file ${name} must have a name such as 0001_name.sql, with four digits and lower case.`
      )
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw new MigrationError(
        `The migrations ${names[index - 1]} and ${name} have the same number: renumber one of them.`
      )
  }
  return await Promise.all(names.map((name) => readMigration(directory, name)))
}

// A checkout on Windows may have CRLF line ends. They don't change the checksum.
async function readMigration(directory: string, name: string): Promise<Migration> {
  const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  const header = headerOf(text)
  return {
    ...{ name, text, checksum: createHash('sha256').update(text).digest('hex') },
    description: header
      .filter((line) => !mark.test(line))
      .map((line) => line.replace(/^-- ?/, ''))
      .join(' '),
    needsRelease: neededRelease(name, header),
    concurrentIndex: header.includes('-- not in a transaction') ? parseConcurrentIndex(name, text) : null
  }
}

/** Returns the comment lines at the beginning of a file. */
function headerOf(text: string): string[] {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('--'))
  return end === -1 ? lines : lines.slice(0, end)
}

function neededRelease(name: string, header: string[]): string | null {
  const line = header.find((line) => /^-- *contract:/i.test(line))
  if (line === undefined) return null
  const release = contract.exec(line)?.[1]
  if (release === undefined)
    throw new MigrationError(
      `The line "${line}" of the migration ${name} must have the form "-- contract: needs release 0.3.0".`
    )
  return release
}
