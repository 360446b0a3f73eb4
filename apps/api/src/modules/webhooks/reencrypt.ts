import type { Sql } from '../../db/connect.ts'
import { type Encryption, EncryptionError } from '../../lib/encryption.ts'
import { decryptHeaders, decryptSecrets, encryptHeaders, encryptSecrets } from './encrypted-values.ts'
import { type EncryptedValues, lockEncryptedValues, updateEncryptedValues } from './encryption-queries.ts'

/** The numbers of webhooks whose values were encrypted again, and of those whose values can't be decrypted. */
export type Reencrypted = { reencrypted: number; unreadable: number }

/**
 * Encrypts the secrets and headers of all webhooks with the newest value of the secret, unless they already are. Locks
 * at most `batch` webhooks at a time.
 */
export async function reencryptWebhooks(sql: Sql, encryption: Encryption, batch = 500): Promise<Reencrypted> {
  const total = { reencrypted: 0, unreadable: 0 }
  let after: string | null = null
  for (;;) {
    const values = await sql.begin(async (tx) => {
      const locked = await lockEncryptedValues(tx, { after, limit: batch })
      const outdated = locked.filter((value) => isOutdated(encryption, value))
      const renewed = outdated.flatMap((value) => renew(encryption, value) ?? [])
      if (renewed.length > 0) await updateEncryptedValues(tx, renewed)
      total.reencrypted += renewed.length
      total.unreadable += outdated.length - renewed.length
      return locked
    })
    after = values.at(-1)?.id ?? null
    if (values.length < batch) return total
  }
}

function isOutdated({ isOutdated }: Encryption, { secrets, headers }: EncryptedValues): boolean {
  return isOutdated(secrets) || (headers !== null && isOutdated(headers))
}

/** Returns the values encrypted with the newest key, or undefined if they can't be decrypted. */
function renew(
  encryption: Encryption,
  { id, secrets, headers }: EncryptedValues
): EncryptedValues | undefined {
  try {
    return {
      id,
      secrets: encryptSecrets(encryption, id, decryptSecrets(encryption, id, secrets)),
      headers: encryptHeaders(encryption, id, decryptHeaders(encryption, id, headers))
    }
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}
