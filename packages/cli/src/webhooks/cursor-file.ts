import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { replaceFile } from '../files.ts'

/** A file with the cursor of the last event that was delivered. */
export type CursorFile = {
  /** Returns the cursor, or undefined if the file doesn't exist yet. */
  read(): Promise<string | undefined>
  write(cursor: string): Promise<void>
}

/** Returns the file at a path, which is relative to the folder. Without a path, nothing is stored. */
export function cursorFile(path: string | undefined, folder: string): CursorFile {
  if (path === undefined) return { read: async () => undefined, write: async () => {} }
  const file = resolve(folder, path)
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw new CommandError(`${path} can't be read: ${error.message}`, exitCodes.usage, { cause: error })
      })
      if (text === undefined) return undefined
      const cursor = text.trim()
      if (/^\S+$/.test(cursor)) return cursor
      throw new CommandError(`${path} has no cursor.`, exitCodes.usage, {
        hint: 'Name the file that an earlier `purveyor webhooks listen` has written, or a new one.'
      })
    },
    write: (cursor) => replaceFile(file, `${cursor}\n`)
  }
}
