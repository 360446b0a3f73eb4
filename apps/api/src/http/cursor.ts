import { Problem } from '../errors.ts'
import type { SigningSecret } from '../lib/secrets.ts'
import { readSignedText, signedText } from './signed-text.ts'

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
  const purpose = `cursor\0${JSON.stringify(binding)}`
  return {
    write: (key) => signedText(secret, purpose, key.join('\0')),
    read(cursor) {
      const key = readSignedText(secret, purpose, cursor)
      if (key === undefined) throw new Problem('INVALID_CURSOR')
      return key.split('\0')
    }
  }
}
