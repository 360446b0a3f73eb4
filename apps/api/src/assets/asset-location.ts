import { assetFolderOf, type Config } from '../config.ts'
import { diskLocation } from './disk-location.ts'
import type { AssetLocation, OnStoreError } from './store.ts'

/** Returns the location of the assets in this configuration: a bucket, or the folder in DATA_DIR. */
export function assetLocationOf(
  config: Pick<Config, 'dataDir'>,
  options: { onError?: OnStoreError } = {}
): AssetLocation {
  return diskLocation(assetFolderOf(config), options)
}
