import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from './cluster.ts'
import { DatabaseStartError } from './errors.ts'
import { withFileLock } from './file-lock.ts'
import { type Account, findLocation, openDataDir } from './location.ts'

type Options = { name: string; log: (message: string) => void }

/**
 * Makes the files that `fill` writes into a folder the database of `dataDir`, and returns PostgreSQL's data
 * directory. The folder gets its final name only when it is complete. `fill` must sync the files to disk.
 * Throws `DatabaseStartError` if `dataDir` already has a database.
 */
export async function installCluster(
  dataDir: string,
  options: Options,
  fill: (folder: string) => Promise<void>
): Promise<string> {
  const folder = openDataDir(dataDir)
  return await withFileLock(join(folder, 'postgres.lock'), async () => {
    const { cluster, account } = findLocation(folder, options)
    if (fs.existsSync(cluster) && fs.readdirSync(cluster).length > 0)
      throw new DatabaseStartError(`The folder ${cluster} already contains a database.`)
    const unfinished = `${cluster}.new`
    fs.rmSync(unfinished, { recursive: true, force: true })
    try {
      fs.mkdirSync(unfinished, { mode: 0o700 })
      await fill(unfinished)
      if (account) giveAll(unfinished, account)
      fs.rmSync(cluster, { recursive: true, force: true })
      fs.renameSync(unfinished, cluster)
      syncFolder(dirname(cluster))
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true })
    }
    return cluster
  })
}

function giveAll(folder: string, { uid, gid }: Account): void {
  fs.chownSync(folder, uid, gid)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    fs.lchownSync(join(entry.parentPath, entry.name), uid, gid)
}
