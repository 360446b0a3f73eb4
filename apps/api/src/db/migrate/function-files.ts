import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MigrationError } from './migration-error.ts'

/** A file `functions/name.sql` beside the code that calls the function `name`. `path` is absolute. */
export type FunctionFile = { name: string; path: string; text: string; checksum: string }

const source = join(import.meta.dirname, '../..')

/** The folders with the functions of this release. A search in the whole source would take 10 ms at each start. */
export const functionFolders: readonly string[] = [
  'assets',
  'db',
  'modules/imports/work',
  'modules/moderation/decide',
  'modules/orders',
  'modules/orders/place',
  'modules/products/approval',
  'modules/products/read',
  'modules/products/write',
  'modules/taxonomy'
].map((folder) => join(source, folder, 'functions'))

/**
 * Reads the functions in some folders. Throws a `MigrationError` if a file doesn't create the function that its name
 * says, or if two files have the same name. Small files are read faster synchronously.
 */
export function readFunctions(folders: readonly string[]): FunctionFile[] {
  const byName = new Map<string, FunctionFile>()
  for (const file of folders.flatMap(readFolder)) {
    const other = byName.get(file.name)
    if (other)
      throw new MigrationError(`The files ${other.path} and ${file.path} have the same name: rename one.`)
    byName.set(file.name, file)
  }
  return [...byName.values()]
}

function readFolder(folder: string): FunctionFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => readFunction(join(folder, name), name.replace(/\.sql$/, '')))
}

const creation = /^create or replace function (\w+)/gm

// A checkout on Windows may have CRLF line ends. They don't change the checksum.
function readFunction(path: string, name: string): FunctionFile {
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  const created = [...text.matchAll(creation)].map(([, created]) => created)
  if (created.length !== 1 || created[0] !== name)
    throw new MigrationError(
      `The file ${path} must have a single statement, which begins with "create or replace function ${name}".`
    )
  return { name, path, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/**
 * Returns the files in an order in which each comes after those whose functions it calls. Throws a `MigrationError` if
 * functions call each other in a circle.
 */
export function orderByCalls(files: FunctionFile[]): FunctionFile[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const ordered = new Set<FunctionFile>()
  const add = (file: FunctionFile, callers: string[]): void => {
    if (ordered.has(file)) return
    const path = [...callers, file.name]
    if (callers.includes(file.name))
      throw new MigrationError(`Functions must not call each other in a circle: ${path.join(', ')}.`)
    for (const name of calledNames(file)) {
      const called = byName.get(name)
      if (called && called !== file) add(called, path)
    }
    ordered.add(file)
  }
  for (const file of files) add(file, [])
  return [...ordered]
}

/** Returns the names in a file that are followed by a parenthesis, outside of comments. */
function calledNames({ text }: FunctionFile): Set<string> {
  const calls = text.replace(/--[^\n]*/g, '').matchAll(/\b(\w+)\s*\(/g)
  return new Set([...calls].map(([, name = '']) => name))
}
