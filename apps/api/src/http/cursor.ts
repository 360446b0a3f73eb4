import { createHmac } from 'node:crypto'
import { Problem } from '../errors.ts'
import { type SigningSecret, sameText } from '../lib/secrets.ts'

/**
 * Writes and reads the cursors of one list. A key consists of a row's values in the sort columns, as text.
 */
export type Cursors = { write(key: string[]): string; read(cursor: string): string[] }

/**
 * Returns functions that write and read the signed cursors of a list. `binding` identifies the list: its
 * name, its owner and its filters. `read` throws `INVALID_CURSOR` for a cursor that was modified or comes
 * from another list.
 */
export function cursorsFor(secret: SigningSecret, binding: unknown[]): Cursors {
  const bound = JSON.stringify(binding)
  const sign = (payload: string, key: string) =>
    createHmac('sha256', key).update(`cursor\0${bound}\0${payload}`).digest('base64url').slice(0, 22)
  return {
    write(key) {
      const payload = Buffer.from(key.join('\0')).toString('base64url')
      return `${payload}.${sign(payload, secret[0])}`
    },
    read(cursor) {
      const [payload = '', signature = '', ...rest] = cursor.split('.')
      const isSigned = secret.some((key) => sameText(signature, sign(payload, key)))
      if (rest.length > 0 || !isSigned) throw new Problem('INVALID_CURSOR')
      return Buffer.from(payload, 'base64url').toString().split('\0')
    }
  }
}
