import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { exists } from '../files.ts'

/** Where the products are written. */
export type Destination = {
  write(text: string): Promise<void>
  /** Call this after the last text. */
  finish(): Promise<void>
  /** Removes what was written to a file. Call this after an error or an interruption. */
  discard(): Promise<void>
}

/**
 * Opens a file or, if `output` is undefined, stdout. A file gets its name only when it is complete, so an
 * interrupted command leaves no incomplete file, and an existing file stays as it was.
 */
export async function openDestination(
  { cwd, out }: Context,
  { output, force }: { output: string | undefined; force: boolean }
): Promise<Destination> {
  if (output === undefined) {
    return { write: (text) => out.write(text), finish: async () => {}, discard: async () => {} }
  }
  const path = resolve(cwd, output)
  if (!force && (await exists(path))) {
    const hint = 'Choose another name, or replace the file with --force.'
    throw new CommandError(`${output} already exists.`, exitCodes.usage, { hint, code: 'FILE_EXISTS' })
  }
  const partial = `${path}.partial`
  const file = await openNew(partial, output)
  return {
    write: async (text) => {
      await file.writeFile(text)
    },
    finish: async () => {
      await file.close()
      await rename(partial, path)
    },
    discard: async () => {
      await file.close()
      await rm(partial, { force: true })
    }
  }
}

async function openNew(path: string, name: string) {
  try {
    return await open(path, 'w')
  } catch (cause) {
    const reason =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'its folder does not exist' : String(cause)
    const message = `${name} can't be written: ${reason}.`
    throw new CommandError(message, exitCodes.usage, { cause, code: 'FILE_NOT_WRITABLE' })
  }
}
