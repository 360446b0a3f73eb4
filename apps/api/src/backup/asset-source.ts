import { assetLocationOf } from '../assets/asset-location.ts'
import type { AssetLocation } from '../assets/store.ts'
import type { Config } from '../config.ts'
import { BackupError } from './layout.ts'

/** The asset store of the configuration, with its id, if it has one (docs/decisions/0012). */
export type AssetSource = { location: AssetLocation; id: string | null }

/** Opens the asset store of the configuration. Throws a BackupError if it can't be used. */
export async function openAssetSource(config: Config): Promise<AssetSource> {
  const location = await assetLocationOf(config)
  try {
    const { id } = await location.ids.read()
    return { location, id: id ?? null }
  } catch (error) {
    throw new BackupError(location.explain(error) ?? `The ${location.name} cannot be used.`, { cause: error })
  }
}

/** Opens the asset store of the configuration. Throws a BackupError if it isn't the store of the database. */
export async function requireAssetSource(config: Config, expectedId: string | null): Promise<AssetSource> {
  const source = await openAssetSource(config)
  // The backup of another store would lack the files that rows refer to.
  if (source.id === expectedId) return source
  const { name, advice } = source.location
  throw new BackupError(`The ${name} is not the one that this database uses: ${advice.useRight}.`)
}
