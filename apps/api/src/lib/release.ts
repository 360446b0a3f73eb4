import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../../..')

/**
 * The release that this process runs. `version` is the version in package.json. `schemaVersion` is the number
 * of the last migration of the release.
 */
export const release: Readonly<{ version: string; schemaVersion: number }> = Object.freeze({
  version: readVersion(),
  schemaVersion: readSchemaVersion()
})

/**
 * Returns the commit of the source: `configured`, or the commit of the Git repository that the source is in. Returns
 * null if neither is known.
 */
export async function findCommit(configured?: string): Promise<string | null> {
  if (configured !== undefined) return configured
  // Without this check, Git would return the commit of a repository in a parent folder.
  if (!existsSync(join(root, '.git'))) return null
  try {
    // Git refuses to read a repository of another user. But this process runs the source of this repository anyway.
    const options = ['-c', `safe.directory=${root}`, 'rev-parse', 'HEAD']
    const { stdout } = await promisify(execFile)('git', options, { cwd: root, timeout: 2000 })
    return stdout.trim() || null
  } catch {
    return null
  }
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

function readSchemaVersion(): number {
  const names = readdirSync(join(root, 'apps/api/migrations'))
  return Math.max(0, ...names.map((name) => Number(/^(\d{4})_.*\.sql$/.exec(name)?.[1] ?? 0)))
}

/** True if the release `a` is older than the release `b`. Both are versions such as 0.2.0. */
export function isOlderRelease(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/, 3).map(Number))
  for (let part = 0; part < 3; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
