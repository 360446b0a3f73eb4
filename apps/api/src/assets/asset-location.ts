import { assetFolderOf, type Config } from '../config.ts'
import { diskLocation } from './disk-location.ts'
import type { AssetLocation, OnStoreError } from './store.ts'

/** Returns the location of the assets in this configuration: a bucket, or the folder in DATA_DIR. */
export async function assetLocationOf(
  config: Pick<Config, 'dataDir' | 'assetBucket' | 'secrets'>,
  options: { onError?: OnStoreError } = {}
): Promise<AssetLocation> {
  const { assetBucket, secrets } = config
  // `readConfig` requires the key if the bucket is set.
  if (assetBucket && secrets.s3) {
    // Imported only here, because the HTTP client of the bucket takes a tenth of a second to load.
    const { s3Location } = await import('./s3/s3-location.ts')
    return s3Location(assetBucket, secrets.s3, options)
  }
  return diskLocation(assetFolderOf(config), options)
}
