import { stat } from 'node:fs/promises'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

type Version = { size: number; mtimeMs: number; ino: number }

/** A file that was edited, replaced or deleted while a command has read it. */
export class FileChanged extends CommandError {
  constructor(name: string) {
    super(`${name} has changed since the command began to read it.`, exitCodes.failed, {
      code: 'FILE_CHANGED',
      hint: 'Run the command again when no other program writes the file.'
    })
  }
}

/**
 * Yields what `read` yields. A file is read several times, so it must stay the same: throws `FileChanged` before the
 * first or after the last row if it isn't as `version` describes it.
 */
export async function* unchanged<T>(
  { path, name, version }: { path: string; name: string; version: Version },
  read: () => AsyncGenerator<T>
): AsyncGenerator<T> {
  const check = async () => {
    const now = await stat(path).catch(() => undefined)
    const { size, mtimeMs, ino } = version
    if (now?.size !== size || now.mtimeMs !== mtimeMs || now.ino !== ino) throw new FileChanged(name)
  }
  await check()
  yield* read()
  await check()
}
