import { createHmac } from 'node:crypto'
import type { Sql } from '../db/connect.ts'
import { insertSecretFingerprint, updateSecretFingerprint } from './queries.ts'

/**
 * Checks that `secret`, the value of JWT_SECRET, is the secret that all nodes of this database share. The
 * first node that starts sets the shared secret. Throws an InstallationError if `secret` is another secret,
 * because a node with another secret would refuse the tokens and cursors of the other nodes.
 */
export async function checkSecret(sql: Sql, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  const known = await insertSecretFingerprint(sql, fingerprint)
  if (known.equals(fingerprint)) return
  throw new InstallationError(
    'JWT_SECRET is not the one that the other nodes of this database use: set it to the same secret, or, to ' +
      'replace the secret, run "npm run operator -- rotate-secret" with the new one and restart every node.'
  )
}

/** Makes `secret` the secret that all nodes must share. Returns false if it already was. */
export async function rotateSecret(sql: Sql, secret: string): Promise<boolean> {
  return await updateSecretFingerprint(sql, fingerprintOf(secret))
}

function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('fingerprint of the shared secret').digest()
}

/**
 * Thrown if the settings of this node contradict the settings of other nodes. The message is one sentence for
 * the operator.
 */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}
