import { rename } from 'node:fs/promises'
import {
  confirmStoreId,
  diskStore,
  readStoreIds,
  type StoreIds,
  writeStoreIdDraft
} from '../assets/disk-store.ts'
import { parseStoragePath } from '../assets/storage-path.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { newId } from '../lib/ids.ts'
import { listReferenced } from '../modules/media/queries.ts'
import { InstallationError } from './check-secret.ts'
import { lockAssetStoreId, updateAssetStoreId } from './queries.ts'

type Claim = {
  /** The folder of the asset store. */
  folder: string
  /**
   * True if the database is in DATA_DIR too. Such a database may have been deleted and created again while
   * the assets stayed.
   */
  isEmbedded: boolean
  log(message: string): void
}

const sampleSize = 20
const adopt = 'run "npm run operator -- adopt-assets"'

/**
 * Checks that the folder is the asset store of this database, or makes it the asset store if the database has
 * none yet. Several processes may call this at the same time. If a process crashes before it is done, the
 * next process completes the work. Throws an InstallationError if the database has another store, if the
 * files that the database refers to aren't in the folder, or if the folder belongs to another database. In
 * the last case, the sweeper would otherwise delete the files of the other database (docs/decisions/0012).
 */
export async function claimAssetStore(sql: Sql, claim: Claim): Promise<void> {
  await explainDiskErrors(claim.folder, async () => {
    const id = await sql.begin((tx) => findOrClaim(tx, claim))
    await confirm(claim.folder, id)
  })
}

/**
 * Makes the folder the asset store of this database, with a new id. From then on, a node of this database
 * refuses to start with another folder, and a node of another database refuses to start with this folder.
 * Returns false if the folder already is the store.
 */
export async function adoptAssetStore(sql: Sql, folder: string): Promise<boolean> {
  return await explainDiskErrors(folder, async () => {
    const adopted = await sql.begin(async (tx) => {
      const known = await lockAssetStoreId(tx)
      const { id } = await readStoreIds(folder)
      return known !== undefined && known === id ? undefined : await writeNewDraft(tx, folder)
    })
    if (adopted === undefined) return false
    await confirm(folder, adopted)
    return true
  })
}

// The folder is read and written while the row is locked, so only one process at a time does this.
async function findOrClaim(tx: Tx, claim: Claim): Promise<string> {
  const known = await lockAssetStoreId(tx)
  const ids = await readStoreIds(claim.folder)
  if (known === undefined) return await claimFirst(tx, claim, ids)
  if (known === ids.id || known === ids.draft) return known
  throw new InstallationError(
    `The asset folder ${claim.folder} is not the one that this database uses: mount the right folder there, ` +
      'or set DATA_DIR to the folder that contains it; if the files were moved on purpose or are lost, ' +
      `${adopt}.`
  )
}

/**
 * Claims the folder for a database that has no store id, because the database is new, restored or from an
 * older release.
 */
async function claimFirst(tx: Tx, { folder, isEmbedded, log }: Claim, { id, draft }: StoreIds) {
  const hasFiles = await containsReferencedFiles(tx, folder)
  if (hasFiles === false) {
    throw new InstallationError(
      `The asset folder ${folder} contains none of the files that this database refers to: mount or restore ` +
        'them there, or set DATA_DIR to the folder that contains the right asset folder; to continue without ' +
        `the files, ${adopt}.`
    )
  }
  if (id === undefined || hasFiles) {
    const claimed = id ?? draft
    if (claimed === undefined) return await writeNewDraft(tx, folder)
    await updateAssetStoreId(tx, claimed)
    return claimed
  }
  if (!isEmbedded) {
    throw new InstallationError(
      `The asset folder ${folder} belongs to another database: set DATABASE_URL to that database, or DATA_DIR ` +
        `to another folder; to assign the asset folder to this database, ${adopt}.`
    )
  }
  await rename(folder, `${folder}-${id}`)
  log(`The database is new. The files of the earlier database were moved to ${folder}-${id}.`)
  return await writeNewDraft(tx, folder)
}

/**
 * Looks for a sample of the files that the database refers to. Returns true if at least one of them exists,
 * and undefined if the database refers to no files.
 */
async function containsReferencedFiles(tx: Tx, folder: string): Promise<boolean | undefined> {
  const store = diskStore(folder)
  const paths = (await listReferenced(tx, sampleSize)).filter(parseStoragePath)
  for (const path of paths) if (await store.stat(path)) return true
  return paths.length > 0 ? false : undefined
}

// The draft is on disk before the row is committed, and becomes the id after the commit. So a crash at any
// point leaves either a draft whose id the database has, or a draft that the next process uses.
async function writeNewDraft(tx: Tx, folder: string): Promise<string> {
  const id = newId()
  await writeStoreIdDraft(folder, id)
  await updateAssetStoreId(tx, id)
  return id
}

/** Makes the drafted id the id of the folder, unless the folder already has the id `id`. */
async function confirm(folder: string, id: string): Promise<void> {
  if ((await readStoreIds(folder)).id !== id) await confirmStoreId(folder)
}

async function explainDiskErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The methods of the store throw a Problem whose cause is the error of the disk.
    const { path, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    if (path === undefined) throw error
    throw new InstallationError(
      `The asset folder ${folder} cannot be read or written (${code}): make sure that it is a folder with ` +
        'read and write permission.',
      { cause: error }
    )
  }
}
