import type { Handle, Tx } from '../db/connect.ts'

/**
 * Locks the installation's row until the transaction ends. Returns the id of the asset store, if it is set.
 */
export async function lockAssetStoreId(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<{ assetStoreId: string | null }[]>`
    select asset_store_id from installation for update`
  return row?.assetStoreId ?? undefined
}

export async function updateAssetStoreId(tx: Tx, id: string): Promise<void> {
  await tx`update installation set asset_store_id = ${id}`
}

/** The fingerprints of the values of a node's secret. */
export type Fingerprints = { first: Buffer; second: Buffer | null }

/**
 * Stores these fingerprints if one of them is already stored, or if none is stored yet. Returns false if others
 * are stored.
 */
export async function updateKnownFingerprints(
  handle: Handle,
  { first, second }: Fingerprints
): Promise<boolean> {
  const { count } = await handle`
    update installation set secret_fingerprint = ${first}, second_secret_fingerprint = ${second}
    where secret_fingerprint is null or secret_fingerprint in (${first}, ${second})
      or second_secret_fingerprint in (${first}, ${second})`
  return count > 0
}

/** Replaces the fingerprints of the secret. Returns false if these fingerprints were already stored. */
export async function replaceFingerprints(handle: Handle, { first, second }: Fingerprints): Promise<boolean> {
  const { count } = await handle`
    update installation set secret_fingerprint = ${first}, second_secret_fingerprint = ${second}
    where secret_fingerprint is distinct from ${first} or second_secret_fingerprint is distinct from ${second}`
  return count > 0
}
