import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { run } from '../src/run.ts'

/** What a command wrote, and its exit code. `json` is the JSON document on stdout. */
export type Ran = { code: number; stdout: string; stderr: string; json: ReturnType<typeof JSON.parse> }

type RunOptions = {
  /** Another account than the owner. */
  token?: string
  stdin?: string
  signal?: AbortSignal
  /** The address of the service, if it isn't called directly. */
  url?: string
  onStdout?: (text: string) => void
}

/** A service on a port, and the command line as an owner of a vendor runs it in a folder of its own. */
export type CliService = {
  t: TestApp
  vendor: TestVendor
  url: string
  folder: string
  cli(args: string[], options?: RunOptions): Promise<Ran>
  /** Writes a file into the folder. */
  write(name: string, text: string): Promise<void>
  read(name: string): Promise<string>
  close(): Promise<void>
}

/** Starts the service for a test file. */
export async function cliService(): Promise<CliService> {
  const t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  const vendor = await t.vendor()
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-cli-'))
  return {
    t,
    vendor,
    url,
    folder,
    cli: (args, options = {}) => runCli(args, { token: vendor.owner, folder, url, ...options }),
    write: (name, text) => writeFile(join(folder, name), text),
    read: (name) => readFile(join(folder, name), 'utf8'),
    async close() {
      await t.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function runCli(
  args: string[],
  { token, folder, url, stdin, signal, onStdout }: RunOptions & { token: string; folder: string; url: string }
): Promise<Ran> {
  const [out, err] = [collector(onStdout), collector()]
  const code = await run(args, {
    stdin: stdin === undefined ? new PassThrough() : Readable.from([stdin]),
    stdout: out.stream,
    stderr: err.stream,
    env: { PURVEYOR_TOKEN: token, PURVEYOR_URL: url, XDG_STATE_HOME: join(folder, 'state') },
    cwd: folder,
    platform: process.platform,
    homeFolder: folder,
    signal: signal ?? new AbortController().signal
  })
  const [stdout, stderr] = [out.text(), err.text()]
  return {
    code,
    stdout,
    stderr,
    json: args.includes('--json') && stdout.startsWith('{') ? parse(stdout) : undefined
  }
}

/** The output of commands that follow something is NDJSON, which isn't one document. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collector(onText: (text: string) => void = () => {}) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      onText(text)
      done()
    }
  })
  return { stream, text: () => text }
}
