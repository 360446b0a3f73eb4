import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/db/driver/embedded.ts'

const main = join(import.meta.dirname, '../src/main.ts')

/**
 * A process of the service. `output` returns everything that the process has printed, and `ended` resolves to
 * the exit code.
 */
export type ServiceProcess = { child: ChildProcess; output: () => string; ended: Promise<number | null> }
/**
 * A process of the service that accepts requests at `url`. `remove` stops the process and removes its folder.
 */
export type RunningService = ServiceProcess & { url: string; folder: string; remove(): Promise<void> }

/**
 * Creates a folder for the embedded database. All users can access the folder, because PostgreSQL runs as a
 * different user if root starts the service.
 */
export async function serviceFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor service '))
  await chmod(folder, 0o755)
  return folder
}

/** Stops the embedded database in the subfolder `data`, and removes the folder. */
export async function removeServiceFolder(folder: string, data = 'data'): Promise<void> {
  const database = await startEmbeddedDatabase(join(folder, data), { log: () => {} })
  await database.stop({ evenIfShared: true })
  await rm(folder, { recursive: true, force: true })
}

/** Returns the variable of the test run's cache of compiled modules, for programs that get their own variables. */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/** Starts the service as a process, as `npm start` does, but without the console, and with its data in `folder`. */
export function runService(folder: string, env: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', CONSOLE: 'off' },
      ...compileCache(),
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, ended }
}

/** Returns the port of the metrics, which a process logs when it is ready. */
export async function metricsPortOf({ child, output }: ServiceProcess): Promise<string> {
  for (;;) {
    const port = /"metricsPort":(\d+)/.exec(output())?.[1]
    if (port) return port
    assert.equal(child.exitCode, null, output())
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** Starts the service on a free port and waits until it accepts requests. */
export async function startService(
  existingFolder?: string,
  env: Record<string, string> = {}
): Promise<RunningService> {
  const folder = existingFolder ?? (await serviceFolder())
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
