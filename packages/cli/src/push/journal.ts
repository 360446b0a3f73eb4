import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../files.ts'

/**
 * What is stored of a push until it has been reported, so that the same command continues it. `sending`: the
 * service may or may not have accepted the upload. `queued`: it has, and `jobId` is the import job.
 */
export type JournalEntry = {
  version: 1
  /** The Idempotency-Key of the upload. */
  key: string
  file: string
  startedAt: string
  /** The ids that were chosen for the categories of the file, so that the same items are sent again. */
  categories: Record<string, string>
} & ({ phase: 'sending' } | { phase: 'queued'; jobId: string })

/** What identifies a push: the same values mean the same command. */
export type PushIdentity = {
  contentHash: string
  /** Everything that determines the items: the mapping and the options. */
  options: unknown
  url: string
  account: string
}

/** The record of one push on disk. */
export type Journal = {
  read(): Promise<JournalEntry | undefined>
  write(entry: JournalEntry): Promise<void>
  remove(): Promise<void>
}

/** Returns the journal of a push, which is a file in the state folder. */
export function openJournal(stateFolder: string, identity: PushIdentity): Journal {
  const folder = join(stateFolder, 'push')
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
  const path = join(folder, `${name}.json`)
  return {
    read: () => readEntry(path),
    async write(entry) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(path, JSON.stringify(entry))
    },
    remove: () => rm(path, { force: true })
  }
}

async function readEntry(path: string): Promise<JournalEntry | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const entry = JSON.parse(text) as JournalEntry
    return entry.version === 1 ? entry : undefined
  } catch {
    return undefined
  }
}
