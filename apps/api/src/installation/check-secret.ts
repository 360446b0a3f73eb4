import { createHmac } from 'node:crypto'
import type { Sql } from '../db/connect.ts'
import type { SigningSecret } from '../lib/secrets.ts'
import { type Fingerprints, replaceFingerprints, updateKnownFingerprints } from './queries.ts'

/**
 * Checks that the nodes of this database know one of the values of `secret`. They know the values of the node
 * that started last, so that the secret can be replaced step by step: nodes with the old and the new value
 * start beside nodes with the old value, and nodes with the new value start beside nodes with both. The first
 * node that starts sets the secret. Throws an InstallationError if no value is known, because the node would
 * refuse the tokens and cursors of the other nodes.
 */
export async function checkSecret(sql: Sql, secret: SigningSecret): Promise<void> {
  if (await updateKnownFingerprints(sql, fingerprintsOf(secret))) return
  throw new InstallationError(
    'JWT_SECRET is not the one that the other nodes of this database use: set it to the same secret; to ' +
      'replace the secret, follow the steps in docs/operations/secure.md, or, if the old secret is lost, run ' +
      '"npm run operator -- rotate-secret" with the new one and restart every node.'
  )
}

/** Makes `secret` the secret that all nodes must share. Returns false if it already was. */
export async function rotateSecret(sql: Sql, secret: SigningSecret): Promise<boolean> {
  return await replaceFingerprints(sql, fingerprintsOf(secret))
}

function fingerprintsOf([newest, other]: SigningSecret): Fingerprints {
  return { first: fingerprintOf(newest), second: other === undefined ? null : fingerprintOf(other) }
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
