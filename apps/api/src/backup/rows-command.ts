import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type BackupFile, sumFile } from './copy-file.ts'
import { BackupError, names } from './layout.ts'
import type { Progress } from './progress.ts'

/**
 * Runs a command of the shell that writes the rows into the folder `$ROWS`, and returns the files that it has
 * written. Its output is shown. Throws a BackupError if it fails or writes nothing.
 */
export async function copyRows(
  command: string,
  { folder, signal, progress }: { folder: string; signal: AbortSignal; progress: Progress }
): Promise<BackupFile[]> {
  const target = join(folder, names.rows)
  await mkdir(target, { mode: 0o700 })
  return await progress.step('rows', async (counter) => {
    await runShell(command, target, signal)
    const files: BackupFile[] = []
    for (const path of await listFiles(target)) {
      const sum = await sumFile(path, signal)
      counter.add(sum.bytes)
      counter.file()
      files.push({ path: relative(folder, path).replaceAll(sep, '/'), ...sum })
    }
    if (files.length === 0)
      throw new BackupError('The command of --rows has written no file into the folder $ROWS.')
    return files
  })
}

async function runShell(command: string, target: string, signal: AbortSignal): Promise<void> {
  const child = spawn(command, {
    shell: true,
    env: { ...process.env, ROWS: target },
    stdio: ['ignore', 2, 2],
    signal
  })
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, killed) => resolve(status ?? killed ?? 'unknown'))
  })
  if (code !== 0) throw new BackupError(`The command of --rows failed (${code}).`)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
