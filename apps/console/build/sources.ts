import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** What a build is made from: the folder of the application, and the files and folders that it imports from elsewhere. */
export type Sources = { folder: string; others: readonly string[] }

const folder = resolve(import.meta.dirname, '..')

/**
 * The sources of the console. The lock file has the versions of all packages. The configuration of TypeScript is
 * part of that of the console.
 */
export const consoleSources: Sources = {
  folder,
  others: ['packages/client/src', 'package-lock.json', 'tsconfig.json'].map((path) =>
    resolve(folder, '../..', path)
  )
}

const ignored = /^(\..*|node_modules|dist|test|.*\.test\.tsx?)$/

/** Returns a hash of all files that a build depends on. Tests and hidden files don't count. */
export async function hashSources({ folder, others }: Sources): Promise<string> {
  const lists = await Promise.all([folder, ...others].map(listFiles))
  const hash = createHash('sha256')
  for (const [index, { root, files }] of lists.entries()) {
    const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
    for (const [at, content] of contents.entries())
      hash.update(`${index}/${files[at]}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

async function listFiles(root: string): Promise<{ root: string; files: string[] }> {
  if (!(await stat(root)).isDirectory()) return { root, files: [''] }
  const files: string[] = []
  const exclude = ({ name }: { name: string }) => ignored.test(name)
  for await (const entry of glob('**', { cwd: root, withFileTypes: true, exclude })) {
    const path = relative(root, join(entry.parentPath, entry.name))
    if (entry.isFile() && !exclude(entry)) files.push(path.split(sep).join('/'))
  }
  return { root, files: files.sort() }
}
