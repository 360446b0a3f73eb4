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
  /** The database is in the data folder too, so that it may have been removed without the assets. */
  isEmbedded: boolean
  log(message: string): void
}

const sampleSize = 20
const adopt = 'run "npm run operator -- adopt-assets"'

/**
 * Checks that the folder is the asset store that this database knows, and makes it that if the database knows none yet.
 * Any number of processes may do this at once, and after a kill the next one completes it. Throws an InstallationError
 * if the database knows another store, if the files that it refers to are not there, or if the folder belongs to another
 * database, whose files the sweeper would remove (docs/decisions/0012).
 */
export async function claimAssetStore(sql: Sql, claim: Claim): Promise<void> {
  await explaining(claim.folder, async () => {
    const id = await sql.begin((tx) => findOrClaim(tx, claim))
    await confirm(claim.folder, id)
  })
}

/**
 * Makes the folder the asset store of this database under a new id: nodes with another folder, and nodes of another
 * database with this one, refuse to start from then on. Returns false if it is that store already.
 */
export async function adoptAssetStore(sql: Sql, folder: string): Promise<boolean> {
  return await explaining(folder, async () => {
    const adopted = await sql.begin(async (tx) => {
      const known = await lockAssetStoreId(tx)
      const { id } = await readStoreIds(folder)
      return known !== undefined && known === id ? undefined : await draftId(tx, folder)
    })
    if (adopted === undefined) return false
    await confirm(folder, adopted)
    return true
  })
}

// The folder is read and written while the row is locked: one process after another.
async function findOrClaim(tx: Tx, claim: Claim): Promise<string> {
  const known = await lockAssetStoreId(tx)
  const ids = await readStoreIds(claim.folder)
  if (known === undefined) return await claimFirst(tx, claim, ids)
  if (known === ids.id || known === ids.draft) return known
  throw new InstallationError(
    `The asset folder ${claim.folder} is not the one that this database uses: mount or share that one there, or set ` +
      `DATA_DIR to where it is; if its files were moved here on purpose, or are lost, ${adopt}.`
  )
}

/** Claims the folder for a database that knows no store: a new one, one from before stores had ids, or a restored one. */
async function claimFirst(tx: Tx, { folder, isEmbedded, log }: Claim, { id, draft }: StoreIds) {
  const isOwn = await holdsReferencedFiles(tx, folder)
  if (isOwn === false) {
    throw new InstallationError(
      `The asset folder ${folder} holds none of the files that this database refers to: mount or restore them there, ` +
        `or set DATA_DIR to where they are; to go on without them, ${adopt}.`
    )
  }
  if (id === undefined || isOwn) {
    const claimed = id ?? draft
    if (claimed === undefined) return await draftId(tx, folder)
    await updateAssetStoreId(tx, claimed)
    return claimed
  }
  if (!isEmbedded) {
    throw new InstallationError(
      `The asset folder ${folder} belongs to another database: set DATABASE_URL to that one, or DATA_DIR to another ` +
        `folder; to give the folder to this database, ${adopt}.`
    )
  }
  await rename(folder, `${folder}-${id}`)
  log(`The database is new: the files of the earlier one are in ${folder}-${id} now.`)
  return await draftId(tx, folder)
}

/** True or false if the store holds a file that the database refers to, undefined if the database refers to none. */
async function holdsReferencedFiles(tx: Tx, folder: string): Promise<boolean | undefined> {
  const store = diskStore(folder)
  const paths = (await listReferenced(tx, sampleSize)).filter(parseStoragePath)
  for (const path of paths) if (await store.stat(path)) return true
  return paths.length > 0 ? false : undefined
}

// The draft is on disk before the row is committed, and becomes the id after that: a kill at any point leaves a draft
// that the database knows, or one that the next process takes.
async function draftId(tx: Tx, folder: string): Promise<string> {
  const id = newId()
  await writeStoreIdDraft(folder, id)
  await updateAssetStoreId(tx, id)
  return id
}

async function confirm(folder: string, id: string): Promise<void> {
  if ((await readStoreIds(folder)).id !== id) await confirmStoreId(folder)
}

async function explaining<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The store's own methods throw a problem with the fault of the disk as its cause.
    const { path, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    if (path === undefined) throw error
    throw new InstallationError(`The asset folder ${folder} cannot be used (${code}).`, { cause: error })
  }
}
