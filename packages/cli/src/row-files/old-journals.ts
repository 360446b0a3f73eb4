import { open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A finished journal is stored for this time. It prevents that a file is applied twice for only a day. */
const storedMs = 7 * 24 * 3_600_000
/** Long enough for the last line of a finished journal. */
const lastLineLength = 256

/**
 * Deletes the finished journals in the folder of this journal that no command has used for a week. Journals of
 * files that weren't sent to their end are never deleted, because they say what was sent.
 */
export async function deleteOldJournals(path: string, now = Date.now()): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder).catch(() => [])) {
    const journal = join(folder, name)
    // Another process may delete it at the same time.
    if (await isOld(journal, now).catch(() => false)) await rm(journal, { force: true })
  }
}

async function isOld(path: string, now: number): Promise<boolean> {
  const file = await open(path)
  try {
    const { size, mtimeMs } = await file.stat()
    if (now - mtimeMs < storedMs) return false
    const start = Math.max(0, size - lastLineLength)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lastLineLength), 0, lastLineLength, start)
    const lastLine = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1)
    return lastLine?.startsWith('{"finished":') === true
  } finally {
    await file.close()
  }
}
