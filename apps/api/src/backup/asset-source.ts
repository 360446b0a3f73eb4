import { confirmStoreId, diskStore, readStoreIds, writeStoreIdDraft } from '../assets/disk-store.ts'
import type { AssetStore } from '../assets/store.ts'
import { assetFolderOf, type Config } from '../config.ts'
import { BackupError } from './layout.ts'

/**
 * An asset store, its name for people, and its id, if it has one (docs/decisions/0012). `setId` gives a store
 * without an id this id.
 */
export type AssetSource = {
  store: AssetStore
  name: string
  id: string | null
  setId(id: string): Promise<void>
}

/** Opens the asset store of the configuration. */
export async function openAssetSource(config: Config): Promise<AssetSource> {
  const folder = assetFolderOf(config)
  return {
    store: diskStore(folder),
    name: folder,
    id: (await readStoreIds(folder)).id ?? null,
    async setId(id) {
      await writeStoreIdDraft(folder, id)
      await confirmStoreId(folder)
    }
  }
}

/**
 * Throws a BackupError if the store isn't the one of the database, because the backup would lack the files
 * that rows refer to.
 */
export function requireStore({ id, name }: AssetSource, expectedId: string | null): void {
  if (id === expectedId) return
  throw new BackupError(
    `The asset store ${name} is not the one that this database uses. Set DATA_DIR or ASSET_STORE as for the service.`
  )
}
