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

/**
 * Stores the fingerprint of the secret if the database has none yet. Returns the fingerprint that the
 * database then has.
 */
export async function insertSecretFingerprint(handle: Handle, fingerprint: Buffer): Promise<Buffer> {
  const [row] = await handle<[{ secretFingerprint: Buffer }]>`
    update installation set secret_fingerprint = coalesce(secret_fingerprint, ${fingerprint})
    returning secret_fingerprint`
  return row.secretFingerprint
}

/** Replaces the fingerprint of the secret. Returns false if this fingerprint was already stored. */
export async function updateSecretFingerprint(handle: Handle, fingerprint: Buffer): Promise<boolean> {
  const { count } = await handle`
    update installation set secret_fingerprint = ${fingerprint}
    where secret_fingerprint is distinct from ${fingerprint}`
  return count > 0
}
