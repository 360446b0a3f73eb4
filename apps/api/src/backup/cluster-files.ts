import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { describeDiskError } from './copy-file.ts'

/** The file that PostgreSQL's manual says to copy last. */
export const controlFile = 'global/pg_control'

// The lists follow "Making a Base Backup Using the Low Level API" in PostgreSQL's manual, and basebackup.c.
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans'
])
const excludedAtTop = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'postgresql.auto.conf.tmp',
  'current_logfiles.tmp',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest'
])
// Temporary files, caches that PostgreSQL builds again, and files of temporary tables.
const excludedAnywhere = /^(pgsql_tmp|pg_internal\.init|t\d+_\d+)/

/** A file or folder of a cluster. `path` is relative to the cluster, with slashes. */
export type ClusterEntry = { path: string; isFolder: boolean }

/**
 * Lists the folders of a cluster, and the files that belong in a backup, except pg_control. Files that the
 * server creates or removes during the listing may be included or missing.
 */
export async function* listClusterFiles(cluster: string, folder = ''): AsyncIterable<ClusterEntry> {
  for await (const entry of await openFolder(join(cluster, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (excludedAnywhere.test(entry.name) || path === controlFile) continue
    if (entry.isDirectory()) {
      yield { path, isFolder: true }
      if (!emptyFolders.has(path)) yield* listClusterFiles(cluster, path)
    } else if (entry.isFile() && !(folder === '' && excludedAtTop.has(path))) {
      yield { path, isFolder: false }
    }
  }
}

async function openFolder(path: string) {
  try {
    return await opendir(path)
  } catch (error) {
    // The folder of a database that was dropped during the listing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw describeDiskError(error, `${path} cannot be read`)
  }
}
