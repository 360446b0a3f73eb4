import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SigningSecret } from './secrets.ts'

/**
 * Encrypts values that the service has to read again, so that a copy of the database doesn't reveal them. Values are
 * encrypted with the newest value of the secret, and those of any of its values can be decrypted.
 */
export type Encryption = {
  /**
   * Encrypts a JSON value. `purpose` says which value of which row it is; with another purpose, it can't be
   * decrypted, so encrypted values can't be exchanged.
   */
  encrypt(purpose: string, value: unknown): Buffer
  /**
   * Returns the value. Throws an EncryptionError if it was encrypted with another secret, changed, or encrypted for
   * another purpose.
   */
  decrypt(purpose: string, bytes: Uint8Array): unknown
  /** True if the bytes weren't encrypted with the newest value of the secret. */
  isOutdated(bytes: Uint8Array): boolean
}

/** Thrown if a value can't be decrypted. The message says which value and why. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError'
}

type Key = { id: Buffer; key: Buffer }

const cipher = 'aes-256-gcm'
/** The first byte of each encrypted value. Another format would have another number. */
const version = 1
const [keyIdBytes, nonceBytes, tagBytes] = [4, 12, 16]
const keyEnd = 1 + keyIdBytes
const nonceEnd = keyEnd + nonceBytes
const tagEnd = nonceEnd + tagBytes

/**
 * Creates the encryption with keys that are derived from the values of the secret. An encrypted value consists of a
 * version byte, the id of the key (4 bytes), a random nonce (12 bytes), the tag of AES-256-GCM (16 bytes), and the
 * encrypted text.
 */
export function createEncryption(secret: SigningSecret): Encryption {
  const [newest, ...others] = secret
  const current = deriveKey(newest)
  const keys = [current, ...others.map(deriveKey)]
  const hasKey = (bytes: Uint8Array, { id }: Key) =>
    bytes[0] === version && id.equals(bytes.subarray(1, keyEnd))
  return {
    encrypt(purpose, value) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, current.key, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([sealing.update(JSON.stringify(value)), sealing.final()])
      return Buffer.concat([Buffer.from([version]), current.id, nonce, sealing.getAuthTag(), text])
    },
    decrypt(purpose, bytes) {
      const matching = keys.filter((key) => hasKey(bytes, key))
      for (const { key } of matching) {
        const text = decryptWith(key, purpose, bytes)
        if (text !== undefined) return JSON.parse(text)
      }
      throw new EncryptionError(
        matching.length === 0
          ? `The ${purpose} can't be decrypted: SECRETS_KEY has another value than when they were encrypted.`
          : `The ${purpose} can't be decrypted: they were changed, or belong to another row.`
      )
    },
    isOutdated: (bytes) => !hasKey(bytes, current)
  }
}

function deriveKey(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'purveyor encryption', 32 + keyIdBytes))
  return { key: bytes.subarray(0, 32), id: bytes.subarray(32) }
}

/** Returns the decrypted text, or undefined if the tag doesn't match. */
function decryptWith(key: Buffer, purpose: string, bytes: Uint8Array): string | undefined {
  if (bytes.length < tagEnd) return undefined
  const opening = createDecipheriv(cipher, key, bytes.subarray(keyEnd, nonceEnd))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(nonceEnd, tagEnd))
  try {
    return opening.update(bytes.subarray(tagEnd), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return undefined
  }
}
