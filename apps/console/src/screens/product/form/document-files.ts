import type { DocumentRow } from './product-form.ts'

/** The files that were chosen for documents and not sent, by the key of the row. They don't survive a reload. */
const files = new Map<string, File>()

export function setDocumentFile(key: string, file: File): void {
  files.set(key, file)
}

/** Returns the rows whose file has to be chosen again. */
export function rowsWithoutFile(rows: readonly DocumentRow[]): DocumentRow[] {
  return rows.filter(({ key, fileName }) => fileName !== undefined && !files.has(key))
}

const mebibyte = 1024 * 1024
/** The size of the largest document that the service accepts, and of all that fit into one request, in bytes. */
const maxSize = 10 * mebibyte
const maxTogether = 14 * mebibyte

type Unsendable = { key: string; reason: 'empty' | 'tooLarge' | 'together' }

/** Returns the rows whose file can't be sent, alone or together with those before it. */
export function unsendableFiles(rows: readonly DocumentRow[]): Unsendable[] {
  let sum = 0
  return rows.flatMap(({ key, fileName }): Unsendable[] => {
    const size = fileName === undefined ? undefined : files.get(key)?.size
    if (size === undefined) return []
    if (size === 0) return [{ key, reason: 'empty' }]
    if (size > maxSize) return [{ key, reason: 'tooLarge' }]
    sum += size
    return sum > maxTogether ? [{ key, reason: 'together' }] : []
  })
}

/** Reads the chosen files of documents as base64. */
export async function readDocumentFiles(rows: readonly DocumentRow[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const { key, fileName } of rows) {
    const file = files.get(key)
    if (fileName !== undefined && file) contents.set(key, await base64Of(file))
  }
  return contents
}

/** Forgets the files of a form that was saved or discarded. */
export function forgetDocumentFiles(rows: readonly DocumentRow[]): void {
  for (const { key } of rows) files.delete(key)
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
