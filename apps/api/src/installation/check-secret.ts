import { createHmac } from 'node:crypto'
import type { Sql } from '../db/connect.ts'
import { insertSecretFingerprint, updateSecretFingerprint } from './queries.ts'

/**
 * Checks that JWT_SECRET is the one that the nodes of this database share; the first node decides it. Throws an
 * InstallationError if it is another: this node would refuse the tokens and cursors that the others signed.
 */
export async function checkSecret(sql: Sql, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  const known = await insertSecretFingerprint(sql, fingerprint)
  if (known.equals(fingerprint)) return
  throw new InstallationError(
    'JWT_SECRET is not the one that the nodes of this database share, so this node would refuse their tokens: set that ' +
      'one, or to replace it on all nodes, run "npm run operator -- rotate-secret" with the new one and restart them all.'
  )
}

/** Makes the secret the one that all nodes must share. Returns false if it is that one already. */
export async function rotateSecret(sql: Sql, secret: string): Promise<boolean> {
  return await updateSecretFingerprint(sql, fingerprintOf(secret))
}

function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('fingerprint of the shared secret').digest()
}

/** A node does not fit the other nodes of its database; the message is one sentence for the operator. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}
