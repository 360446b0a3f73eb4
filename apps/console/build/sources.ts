import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

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

const ignoredFolders = new Set(['node_modules', 'dist', 'test'])

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
  const paths = await Promise.all((await readdir(root, { withFileTypes: true })).map(filesOf))
  return { root, files: paths.flat().sort() }

  async function filesOf(entry: { name: string; isDirectory(): boolean }): Promise<string[]> {
    if (entry.name.startsWith('.') || /\.test\.tsx?$/.test(entry.name)) return []
    if (!entry.isDirectory()) return [entry.name]
    if (ignoredFolders.has(entry.name)) return []
    const inside = await readdir(join(root, entry.name), { recursive: true, withFileTypes: true })
    return inside.flatMap((one) => {
      const path = join(one.parentPath, one.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/')
      return one.isFile() && !one.name.startsWith('.') && !/\.test\.tsx?$/.test(one.name) ? [path] : []
    })
  }
}
