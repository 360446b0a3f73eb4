import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { startImporting } from '../../../apps/api/src/modules/imports/start-importing.ts'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { type FaultyProxy, faultyProxy } from '../../client/test/faulty-proxy.ts'
import { run } from '../src/run.ts'

/** What a command has written, and its exit code. */
export type Ran = { code: number; stdout: string; stderr: string }

/** The service with its import workers, a proxy before it, and a folder in which commands run. */
export type PushService = {
  test: TestApp
  proxy: FaultyProxy
  folder: string
  /** Starts the import workers. Without them, jobs stay queued. */
  work(): void
  /** Stops the import workers. */
  rest(): Promise<void>
  run(vendor: TestVendor, args: string[], io?: { stdin?: string; signal?: AbortSignal }): Promise<Ran>
  /** Runs a command with `--json` and returns its result. */
  result(vendor: TestVendor, args: string[]): Promise<Record<string, unknown>>
  write(name: string, content: string): Promise<void>
  read(name: string): Promise<string>
  /** The names of the files in the folder, without those of the command line. */
  files(): Promise<string[]>
  /** The content of all files that the command line stores to continue pushes. */
  stored(): Promise<string>
  /** Leaves the locks of pushes as processes leave them that are killed. */
  abandonLocks(): Promise<void>
  jobs(vendor: TestVendor): Promise<{ id: string; status: string; itemsTotal: number }[]>
  products(vendor: TestVendor): Promise<{ sku: string; name: string; vendorPrice: string }[]>
  close(): Promise<void>
}

/** Starts the service for a test file. Call `close` at its end. */
export async function pushService(): Promise<PushService> {
  const test = await testApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = await faultyProxy(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`)
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-push-'))
  const workers: ReturnType<typeof startImporting> = []
  const rest = async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  }
  const { sql } = test
  const runAs = (vendor: TestVendor, args: string[], io: { stdin?: string; signal?: AbortSignal } = {}) =>
    runIn(folder, args, { ...io, url: proxy.url, token: vendor.owner })
  return {
    test,
    proxy,
    folder,
    work() {
      workers.push(...startImporting({ ...test.app.deps, log: test.app.log, imageFetchAllow: [] }))
    },
    rest,
    run: runAs,
    result: async (vendor, args) => JSON.parse((await runAs(vendor, [...args, '--json'])).stdout),
    write: (name, content) => writeFile(join(folder, name), content),
    read: (name) => readFile(join(folder, name), 'utf8'),
    files: async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort(),
    stored: () => readAll(join(folder, '.home', '.local', 'state', 'purveyor', 'push')),
    async abandonLocks() {
      const state = join(folder, '.home', '.local', 'state', 'purveyor', 'push')
      const entries = (await readdir(state)).filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
      // No process has this number, which is larger than operating systems allow.
      for (const name of entries) await writeFile(join(state, `${name}.lock`), `999999999 ${hostname()}`)
    },
    jobs: async ({ id }) => [
      ...(await sql<{ id: string; status: string; itemsTotal: number }[]>`
        select id, status, items_total from import_jobs where vendor_id = ${id} order by created_at`)
    ],
    products: async ({ id }) => [
      ...(await sql<{ sku: string; name: string; vendorPrice: string }[]>`
        select p.sku, p.name, v.vendor_price::text as vendor_price
        from products p join variants v on v.product_id = p.id where p.vendor_id = ${id} order by p.sku`)
    ],
    async close() {
      await rest()
      await proxy.close()
      await test.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function readAll(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const contents = await Promise.all(
    names.map((name) => readFile(join(folder, name), 'utf8').catch(() => ''))
  )
  return contents.join('\n')
}

type Io = { url: string; token: string; stdin?: string; signal?: AbortSignal }

async function runIn(folder: string, args: string[], { url, token, stdin = '', signal }: Io): Promise<Ran> {
  const [stdout, stderr] = [collector(), collector()]
  const code = await run(args, {
    stdin: Readable.from([stdin]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { PURVEYOR_URL: url, PURVEYOR_TOKEN: token, NO_COLOR: '1' },
    cwd: folder,
    platform: 'linux',
    homeFolder: join(folder, '.home'),
    signal: signal ?? new AbortController().signal
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    }
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
