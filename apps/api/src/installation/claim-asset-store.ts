import { parseStoragePath } from '../assets/storage-path.ts'
import type { AssetLocation, AssetStore, StoreIds } from '../assets/store.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { newId } from '../lib/ids.ts'
import { listReferenced } from '../modules/media/queries.ts'
import { InstallationError } from './check-secret.ts'
import { lockAssetStoreId, updateAssetStoreId } from './queries.ts'

type Claim = {
  location: AssetLocation
  /**
   * True if the database is in DATA_DIR. Such a database may have been deleted and created again while the
   * assets stayed.
   */
  isEmbedded: boolean
  log(message: string): void
}

const sampleSize = 20
const adopt = 'run "npm run operator -- adopt-assets"'

/**
 * Checks that the location is the asset store of this database, or makes it the asset store if the database
 * has none yet. Several processes may call this at the same time. If a process crashes before it is done, the
 * next process completes the work. Throws an InstallationError if the location can't be used, if the database
 * has another store, if the files that the database refers to aren't in the store, or if the store belongs to
 * another database. In the last case, the sweeper would otherwise delete the files of the other database
 * (docs/decisions/0012).
 */
export async function claimAssetStore(sql: Sql, claim: Claim): Promise<void> {
  const { location } = claim
  await explainErrors(location, async () => {
    // Finds out before the row is locked whether the location can be used.
    await location.ids.read()
    await sql.begin((tx) => findOrClaim(tx, claim))
    await confirm(sql, location)
  })
}

/**
 * Makes the location the asset store of this database, with a new id. From then on, a node of this database
 * refuses to start with another store, and a node of another database refuses to start with this one.
 * Returns false if the location already is the store.
 */
export async function adoptAssetStore(sql: Sql, location: AssetLocation): Promise<boolean> {
  return await explainErrors(location, async () => {
    await location.ids.read()
    const isAdopted = await sql.begin(async (tx) => {
      const storedId = await lockAssetStoreId(tx)
      const { id } = await location.ids.read()
      if (storedId !== undefined && storedId === id) return false
      await writeNewDraft(tx, location)
      return true
    })
    await confirm(sql, location)
    return isAdopted
  })
}

// The ids in the store are read and written while the row is locked, so only one process at a time does this.
async function findOrClaim(tx: Tx, claim: Claim): Promise<void> {
  const { location } = claim
  const storedId = await lockAssetStoreId(tx)
  const ids = await location.ids.read()
  if (storedId === undefined) return await claimFirst(tx, claim, ids)
  if (storedId === ids.id || storedId === ids.draft) return
  throw new InstallationError(
    `The ${location.name} is not the one that this database uses: ${location.advice.useRight}; if the files ` +
      `were moved on purpose or are lost, ${adopt}.`
  )
}

/**
 * Claims the store for a database that has no store id, because the database is new, restored or from an
 * older release.
 */
async function claimFirst(tx: Tx, { location, isEmbedded, log }: Claim, { id, draft }: StoreIds) {
  const { name, advice } = location
  const hasFiles = await containsReferencedFiles(tx, location.store)
  if (hasFiles === false) {
    throw new InstallationError(
      `The ${name} contains none of the files that this database refers to: ${advice.restore}; to continue ` +
        `without the files, ${adopt}.`
    )
  }
  if (id === undefined || hasFiles) {
    const claimed = id ?? draft
    if (claimed === undefined) return await writeNewDraft(tx, location)
    return await updateAssetStoreId(tx, claimed)
  }
  if (!isEmbedded || !location.moveAside) {
    throw new InstallationError(
      `The ${name} belongs to another database: set DATABASE_URL to that database, or ${advice.useOther}; to ` +
        `assign it to this database, ${adopt}.`
    )
  }
  const moved = await location.moveAside(id)
  log(`The database is new. The files of the earlier database were moved to ${moved}.`)
  await writeNewDraft(tx, location)
}

/**
 * Looks for a sample of the files that the database refers to. Returns true if at least one of them exists,
 * and undefined if the database refers to no files.
 */
async function containsReferencedFiles(tx: Tx, store: AssetStore): Promise<boolean | undefined> {
  const paths = (await listReferenced(tx, sampleSize)).filter(parseStoragePath)
  for (const path of paths) if (await store.stat(path)) return true
  return paths.length > 0 ? false : undefined
}

// The draft is stored before the row is committed, and becomes the id after the commit. So a crash at any
// point leaves either a draft whose id the database has, or a draft that the next process uses.
async function writeNewDraft(tx: Tx, { ids }: AssetLocation): Promise<void> {
  const id = newId()
  await ids.writeDraft(id)
  await updateAssetStoreId(tx, id)
}

/**
 * Makes the draft the id of the store if the database has the id of the draft. The row is locked, so that a
 * draft that another process has just written isn't confirmed before that process has committed.
 */
async function confirm(sql: Sql, { ids }: AssetLocation): Promise<void> {
  const isOpen = ({ id, draft }: StoreIds) => draft !== undefined && draft !== id
  if (!isOpen(await ids.read())) return
  await sql.begin(async (tx) => {
    const storedId = await lockAssetStoreId(tx)
    const current = await ids.read()
    if (isOpen(current) && current.draft === storedId) await ids.confirmDraft()
  })
}

async function explainErrors<T>(location: AssetLocation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const explanation = location.explain(error)
    if (explanation === undefined) throw error
    throw new InstallationError(explanation, { cause: error })
  }
}
