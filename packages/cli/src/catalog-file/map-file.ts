import { readFile } from 'node:fs/promises'
import { constantProblems } from '@purveyor/client/catalog-file/catalog-rows'
import { type CatalogMap, emptyMap, type Mapping } from '@purveyor/client/catalog-file/mapping'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { replaceFile } from '../files.ts'

const parts = ['columns', 'categories', 'constants'] as const

/**
 * Reads a map file: `{ "columns": { "Cost": "vendor_price", "Notes": null }, "categories": { "Wrenches":
 * "hand-tools" }, "constants": { "brand": "Keystone" } }`. Throws a `CommandError` that names all errors.
 */
export async function readMap(path: string): Promise<CatalogMap> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalid(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} can't be read: ${error.message}.`
    )
  })
  const map = parsed(path, text.replace(/^\uFEFF/, ''))
  const problems = [...unknownParts(map), ...parts.flatMap((part) => partProblems(part, map[part]))]
  if (problems.length > 0) throw invalid(`${path} isn't a valid map: ${problems.join(' ')}`)
  const read = { ...emptyMap(), ...(map as Partial<CatalogMap>) }
  const constants = constantProblems(read.constants)
  if (constants.length > 0) throw invalid(`${path} isn't a valid map: ${constants.join(' ')}`)
  return read
}

/** Throws a `CommandError` if `writeMap` would replace another file than `map`, the map that was read. */
export async function refuseReplacing(
  path: string,
  mapping: Mapping,
  map: string | undefined
): Promise<void> {
  if (path === map) return
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw invalid(`${path} can't be written: ${error.message}.`)
  })
  if (existing === undefined || existing === mapText(mapping, [])) return
  throw new CommandError(`${path} already exists.`, exitCodes.usage, {
    code: 'FILE_EXISTS',
    hint: 'Choose another name for --save-map. If the file is a map to change, name it with --map too.'
  })
}

/**
 * Writes the map of a file, with all its columns. `missing` are categories that the marketplace doesn't have: each
 * gets an empty entry to fill in.
 */
export async function writeMap(path: string, mapping: Mapping, missing: string[]): Promise<void> {
  try {
    await replaceFile(path, mapText(mapping, missing), 0o666)
  } catch (error) {
    throw invalid(`${path} can't be written: ${(error as Error).message}.`)
  }
}

function mapText({ columns, map }: Mapping, missing: string[]): string {
  const entries = columns.filter(({ column }) => !column.startsWith('_'))
  const content = {
    columns: Object.fromEntries(entries.map(({ column, field }) => [column, field])),
    categories: { ...Object.fromEntries(missing.map((text) => [text, ''])), ...map.categories },
    constants: map.constants
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function parsed(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch (error) {
    throw invalid(`${path} isn't valid JSON: ${(error as Error).message}.`)
  }
  throw invalid(`${path} isn't a JSON object.`)
}

function unknownParts(map: Record<string, unknown>): string[] {
  const unknown = Object.keys(map).filter((name) => !(parts as readonly string[]).includes(name))
  return unknown.map((name) => `It has the unknown entry "${name}"; the entries are ${parts.join(', ')}.`)
}

function partProblems(part: (typeof parts)[number], value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`"${part}" must be an object.`]
  if (part === 'constants') return []
  return Object.entries(value)
    .filter(([, target]) => target !== null && typeof target !== 'string')
    .map(([name]) => `"${name}" in "${part}" must be text or null.`)
}

function invalid(message: string): CommandError {
  return new CommandError(message, exitCodes.usage, { code: 'MAP_INVALID' })
}
