import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachOf } from '../lib/for-each.ts'
import type { BackupSession } from './backup-session.ts'
import { controlFile, listClusterFiles } from './cluster-files.ts'
import { type BackupFile, readChunks } from './copy-file.ts'
import { BackupError, names } from './layout.ts'
import { type BackupEnd, retainWal, startBackup, stopBackup } from './queries.ts'
import type { BackupTarget } from './target.ts'
import { firstSegment, segmentsBetween } from './wal-segments.ts'

/** The copy of a cluster. `stoppedAt` is the time to which the copy will be restored. */
export type DatabaseCopy = { files: BackupFile[]; folders: string[]; lsn: string; stoppedAt: string }

const concurrency = 8

/**
 * Copies a cluster while its server runs, by PostgreSQL's low-level backup functions. The copy contains the
 * WAL from the start to the end of the copying, so that PostgreSQL makes it consistent when it starts on the
 * copy. Throws a BackupError if the server's settings don't allow this.
 */
export async function copyDatabase(
  cluster: string,
  { sql, server, check }: BackupSession,
  target: BackupTarget
): Promise<DatabaseCopy> {
  if (server.walLevel === 'minimal')
    throw new BackupError('The database runs with wal_level=minimal. Set it to replica, then try again.')
  if (server.tablespaces > 0)
    throw new BackupError('The database has tablespaces, which this command cannot copy.')
  await retainWal(sql, `purveyor_backup_${process.pid}`)
  await startBackup(sql, 'npm run backup')
  const { files, folders } = await copyCluster(cluster, target)
  const end = await stopBackup(sql)
  files.push(...(await copyWal(cluster, { end, segmentBytes: server.segmentBytes, target })))
  await check()
  return { files, folders, lsn: end.lsn, stoppedAt: end.stoppedAt }
}

async function copyCluster(cluster: string, target: BackupTarget) {
  const files: BackupFile[] = []
  const folders: string[] = []
  await forEachOf(listClusterFiles(cluster), concurrency, async ({ path, isFolder }) => {
    if (isFolder) return void folders.push(path)
    const chunks = await readChunks(join(cluster, path))
    // The table was dropped after the listing. Recovery drops it again.
    if (chunks) files.push(await target.write(`${names.database}/${path}`, chunks))
  })
  const control = await readControl(join(cluster, controlFile))
  files.push(await target.write(`${names.database}/${controlFile}`, [control]))
  return { files, folders }
}

/** Reads pg_control twice, because the server may be writing it. */
async function readControl(path: string): Promise<Buffer> {
  for (;;) {
    const first = await readFile(path)
    await sleep(5)
    if (first.equals(await readFile(path))) return first
  }
}

type WalCopy = { end: BackupEnd; segmentBytes: number; target: BackupTarget }

async function copyWal(cluster: string, { end, segmentBytes, target }: WalCopy): Promise<BackupFile[]> {
  const label = [Buffer.from(end.label)]
  const files = [await target.write(`${names.database}/backup_label`, label)]
  for (const name of segmentsBetween(firstSegment(end.label), end.lastSegment, segmentBytes)) {
    const chunks = await readChunks(join(cluster, 'pg_wal', name))
    if (!chunks)
      throw new BackupError(
        `The server has removed ${name}, which the backup needs. Raise max_slot_wal_keep_size, then try again.`
      )
    files.push(await target.write(`${names.database}/pg_wal/${name}`, chunks))
  }
  return files
}
