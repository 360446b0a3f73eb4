import { open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unavailable } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'

/** The maximum size of a workbook. Its parts are compressed. */
export const maxWorkbookBytes = 64 * 1024 * 1024

const prefix = 'purveyor-workbook-'
const hourMs = 60 * 60_000

/** A workbook in a temporary file. Call `remove` when it is no longer needed. */
export type SpooledWorkbook = { path: string; bytes: number; remove(): Promise<void> }

/**
 * Writes a workbook to a temporary file, because it can be read only when all of it has arrived. If the body fails, removes
 * the file and throws the error of the body. Throws a 503 if the file can't be written.
 */
export async function spoolWorkbook(
  body: AsyncIterable<Uint8Array>,
  { folder = tmpdir() }: { folder?: string } = {}
): Promise<SpooledWorkbook> {
  await removeAbandoned(folder)
  const path = join(folder, prefix + newId())
  // If the system can't remove it now, it is removed as an abandoned file.
  const remove = () => rm(path, { force: true }).catch(() => {})
  let bytes = 0
  try {
    const file = await open(path, 'wx', 0o600).catch(failed)
    try {
      for await (const chunk of body) {
        await file.writeFile(chunk).catch(failed)
        bytes += chunk.length
      }
    } finally {
      await file.close()
    }
    return { path, bytes, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the 503 for a disk without space. */
export function diskIsFull(): Error {
  return unavailable(
    'The service has no space for the workbook. Try again later, or send the items as NDJSON.'
  )
}

function failed(error: unknown): never {
  throw Object.assign(diskIsFull(), { cause: error })
}

const sweptAt = new Map<string, number>()

/**
 * Removes files that processes have left behind when they were killed. A request ends long before a file is an hour old.
 */
async function removeAbandoned(folder: string, now = Date.now()): Promise<void> {
  if (now - (sweptAt.get(folder) ?? -Infinity) < hourMs) return
  sweptAt.set(folder, now)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs < now - hourMs) await rm(path, { force: true }).catch(() => {})
  }
}
