import { createHmac } from 'node:crypto'
import { Problem } from '../errors.ts'
import { sameText } from '../lib/secrets.ts'

/** Makes and reads the cursors of one list: bound to its name, its owner and its filters. */
export type Cursors = { write(key: string[]): string; read(cursor: string): string[] }

/**
 * Signed cursors. `binding` says whose and which list it is, filters included; a cursor that was changed, or
 * comes from another list, is `INVALID_CURSOR`.
 */
export function cursorsFor(secret: string, binding: unknown[]): Cursors {
  const bound = JSON.stringify(binding)
  const sign = (payload: string) =>
    createHmac('sha256', secret).update(`cursor\0${bound}\0${payload}`).digest('base64url').slice(0, 22)
  return {
    write(key) {
      const payload = Buffer.from(key.join('\0')).toString('base64url')
      return `${payload}.${sign(payload)}`
    },
    read(cursor) {
      const [payload = '', signature = '', ...rest] = cursor.split('.')
      if (rest.length > 0 || !sameText(signature, sign(payload))) throw new Problem('INVALID_CURSOR')
      return Buffer.from(payload, 'base64url').toString().split('\0')
    }
  }
}
