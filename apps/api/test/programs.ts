import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const extraFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/**
 * Returns the path of a server program that long checks need and that isn't an npm package. `hint` says how to
 * install it, such as "the Debian package haproxy". Throws if the program isn't on the PATH.
 */
export function findProgram(name: string, hint: string): string {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...extraFolders]) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  throw new Error(`This check needs ${name}, which isn't installed. Install ${hint}.`)
}
