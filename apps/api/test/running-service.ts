import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/db/embedded.ts'

const main = join(import.meta.dirname, '../src/main.ts')

export type ServiceProcess = { child: ChildProcess; output: () => string; ended: Promise<number | null> }
export type RunningService = ServiceProcess & { url: string; folder: string; remove(): Promise<void> }

/** A folder that the embedded database can be kept in, also when root runs it as another user. */
export async function serviceFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor service '))
  await chmod(folder, 0o755)
  return folder
}

/** Ends the database of a folder, whose data folder is `data` unless given, and removes all of it. */
export async function removeServiceFolder(folder: string, data = 'data'): Promise<void> {
  const database = await startEmbeddedDatabase(join(folder, data), { log: () => {} })
  await database.stop({ evenIfShared: true })
  await rm(folder, { recursive: true, force: true })
}

/** The service as a process of its own, as `npm start` runs it, with its data in `folder`. */
export function runService(folder: string, env: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, ended }
}

/** Starts the service on a free port and gives its address once it serves. */
export async function startService(
  given?: string,
  env: Record<string, string> = {}
): Promise<RunningService> {
  const folder = given ?? (await serviceFolder())
  const service = runService(folder, { PORT: '0', ...env })
  const exited = service.ended.then(() => true)
  for (;;) {
    const url = /API\s+(\S+)/.exec(service.output())?.[1]
    if (url) {
      const remove = async () => {
        service.child.kill('SIGKILL')
        await service.ended
        await removeServiceFolder(folder)
      }
      return { ...service, url, folder, remove }
    }
    assert.ok(!(await Promise.race([exited, new Promise((done) => setTimeout(done, 50))])), service.output())
  }
}
