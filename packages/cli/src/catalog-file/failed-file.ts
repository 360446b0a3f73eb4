import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import type { FileRow } from '@purveyor/client/catalog-file/file-rows'
import { stringify } from 'csv-stringify/sync'
import { exists, hashOfFile, replaceFile } from '../files.ts'
import type { CatalogFile } from './catalog-file.ts'

/** A file that receives the failed rows, in the format of the input and with a column `_errors`. */
export type FailedFile = {
  write(row: FileRow, faults: readonly RowFault[]): Promise<void>
  /** Gives the file its name, and returns its path. */
  finish(): Promise<string>
  /** Removes the file if it has no name yet. */
  discard(): Promise<void>
}

const bufferedLength = 64 * 1024

/** The folders for the file of the failed rows: that of the file, and the current one. The first writable one is used. */
export function foldersOf({ cwd }: { cwd: string }, { isCopy, path }: CatalogFile): string[] {
  return isCopy ? [cwd] : [dirname(path), cwd]
}

type Options = { file: CatalogFile; folders: readonly string[]; stateFolder: string }

/**
 * Begins the file of the failed rows: `catalog.failed.csv` for `catalog.csv`, and `catalog.failed.2.csv` for
 * `catalog.failed.csv`. It never replaces a file, except one that an earlier push has written and no one has edited.
 */
export async function createFailedFile({ file, folders, stateFolder }: Options): Promise<FailedFile> {
  const folder = await writableFolder([...folders, tmpdir()])
  const temporary = join(folder, `.${file.name}.failed.${process.pid}.tmp`)
  const output = await open(temporary, 'w')
  const lineOf = file.format === 'csv' ? csvLines(file) : ndjsonLine
  let text = file.format === 'csv' ? `${file.hasMark ? '\uFEFF' : ''}${headerOf(file)}` : ''
  let isOpen = true
  const flush = async () => {
    await output.write(text)
    text = ''
  }
  const close = async () => {
    isOpen = false
    await output.close()
  }
  return {
    async write(row, faults) {
      text += lineOf(row, faults)
      if (text.length > bufferedLength) await flush()
    },
    async finish() {
      await flush()
      await close()
      const written = openWrittenFiles(stateFolder)
      const path = await freePath({ file, folder, written })
      await rename(temporary, path)
      await written.remember(path)
      return path
    },
    async discard() {
      if (isOpen) await close()
      await rm(temporary, { force: true })
    }
  }
}

async function writableFolder(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false
    )
    if (isWritable) return folder
  }
  return folders[0] ?? '.'
}

function headerOf({ columns, delimiter }: CatalogFile): string {
  return stringify([[...columns.filter(isOriginal), '_errors']], { delimiter })
}

function isOriginal(column: string): boolean {
  return !column.startsWith('_')
}

function csvLines({ columns, delimiter }: CatalogFile) {
  return ({ cells }: FileRow, faults: readonly RowFault[]) => {
    const original = cells.filter((_, index) => isOriginal(columns[index] ?? ''))
    const missing = columns.filter(isOriginal).length - original.length
    const padding = Array.from({ length: Math.max(0, missing) }, () => '')
    return stringify([[...original, ...padding, errorsText(faults)]], { delimiter })
  }
}

function errorsText(faults: readonly RowFault[]): string {
  return faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join('; ')
}

function ndjsonLine({ line = '', fault }: FileRow, faults: readonly RowFault[]): string {
  if (fault) return `${line}\n`
  const errors = faults.map(({ code, column, message }) => ({ code, field: column, message }))
  const { _errors: earlier, ...record } = JSON.parse(line) as Record<string, unknown>
  if (earlier !== undefined) return `${JSON.stringify({ ...record, _errors: errors })}\n`
  // The text of the line isn't changed, because numbers with many digits would be.
  const open = line.trim().slice(0, -1).trimEnd()
  return `${open}${open === '{' ? '' : ','}"_errors":${JSON.stringify(errors)}}\n`
}

type NameOptions = { file: CatalogFile; folder: string; written: WrittenFiles }

async function freePath({ file, folder, written }: NameOptions): Promise<string> {
  const extension = extname(file.name) || (file.format === 'csv' ? '.csv' : '.ndjson')
  const stem = file.name.slice(0, file.name.length - extname(file.name).length)
  const [, original = stem, number] = /^(.*)\.failed(?:\.(\d+))?$/.exec(stem) ?? []
  const isFailedFile = original !== stem
  for (let next = isFailedFile ? Number(number ?? 1) + 1 : 1; ; next++) {
    const path = join(folder, `${original}.failed${next === 1 ? '' : `.${next}`}${extension}`)
    if (!(await exists(path)) || (await written.isUnchanged(path))) return path
  }
}

type WrittenFiles = {
  /** True if the file is as `remember` found it. */
  isUnchanged(path: string): Promise<boolean>
  remember(path: string): Promise<void>
}

/** The files that were written, by their paths, with hashes of their content. */
function openWrittenFiles(stateFolder: string): WrittenFiles {
  const path = join(stateFolder, 'push', 'failed-files.json')
  const readAll = async (): Promise<Record<string, string>> =>
    readFile(path, 'utf8')
      .then(JSON.parse)
      .catch(() => ({}))
  return {
    async isUnchanged(file) {
      return (await readAll())[file] === (await hashOfFile(file))
    },
    async remember(file) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const files = { ...(await readAll()), [file]: await hashOfFile(file) }
      const recent = Object.entries(files).slice(-1000)
      await replaceFile(path, JSON.stringify(Object.fromEntries(recent)))
    }
  }
}
