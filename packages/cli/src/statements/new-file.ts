import { resolve } from 'node:path'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { exists } from '../files.ts'

/** Throws a `CommandError` if the file exists, unless it may be replaced. */
export async function requireNewFile({ cwd }: Context, file: string, isReplaced: boolean): Promise<void> {
  if (isReplaced || !(await exists(resolve(cwd, file)))) return
  const hint = 'Choose another name, or replace the file with --force.'
  throw new CommandError(`${file} already exists.`, exitCodes.usage, { hint, code: 'FILE_EXISTS' })
}
