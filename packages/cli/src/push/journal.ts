import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundCategories } from '@purveyor/client/catalog-file/category-index'
import { replaceFile } from '../files.ts'
import { withPushLock } from './lock.ts'

/**
 * What is stored of a push until it has been reported, so that the same command continues it. `sending`: the
 * service may or may not have accepted the upload. `queued`: it has, and `jobId` is the import job.
 */
export type JournalEntry = {
  version: 2
  /** The Idempotency-Key of the upload. */
  key: string
  file: string
  startedAt: string
  /** What was found for the categories of the file, so that the same items are sent again. */
  categories: Record<string, FoundCategories>
} & ({ phase: 'sending' } | { phase: 'queued'; jobId: string })

/** What identifies a push: the same values mean the same command. */
export type PushIdentity = {
  contentHash: string
  /** Everything that determines the items: the mapping and the options. */
  options: { dryRun: boolean; [name: string]: unknown }
  url: string
  account: string
}

/** The record of one push on disk. */
export type Journal = {
  /** Runs the function while no other process pushes the same. `name` is that of the file. */
  locked<T>(name: string, run: () => Promise<T>): Promise<T>
  /** True if no other push of the account has begun after the one of the entry. Dry runs don't count. */
  isLatest(): Promise<boolean>
  read(): Promise<JournalEntry | undefined>
  write(entry: JournalEntry): Promise<void>
  remove(): Promise<void>
}

/** Returns the journal of a push, which is a file in the state folder. */
export function openJournal(stateFolder: string, identity: PushIdentity): Journal {
  const folder = join(stateFolder, 'push')
  const name = hashOf(identity)
  const path = join(folder, `${name}.json`)
  const account = hashOf([identity.url, identity.account])
  const latest = join(folder, `latest-${account}.txt`)
  const createFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async locked(file, run) {
      await createFolder()
      return withPushLock(`${path}.lock`, file, run)
    },
    isLatest: async () => (await readFile(latest, 'utf8').catch(() => name)) === name,
    read: () => readEntry(path),
    async write(entry) {
      await createFolder()
      if (!identity.options.dryRun) await replaceFile(latest, name)
      await replaceFile(path, JSON.stringify(entry))
    },
    remove: () => rm(path, { force: true })
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}

async function readEntry(path: string): Promise<JournalEntry | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const entry = JSON.parse(text) as JournalEntry
    return entry.version === 2 ? entry : undefined
  } catch {
    return undefined
  }
}
