import { counter } from './registry.ts'

/** The operations of the asset store that failed. */
const assetStoreErrors = counter('purveyor_asset_store_errors_total', {
  help: 'Operations of the asset store that failed, for example because the disk is full.',
  labels: ['operation']
})

// Rates can only be computed if the first value of a counter is 0.
for (const operation of ['put', 'publish', 'restore', 'stat', 'read', 'remove', 'list', 'removeDrafts'])
  assetStoreErrors.inc({ operation }, 0)

/** Counts an operation that failed (`OnStoreError` of an asset store). */
export function countAssetError(operation: string): void {
  assetStoreErrors.inc({ operation })
}
