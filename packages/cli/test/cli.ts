import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { ExitCode } from '../src/exit-codes.ts'
import { run } from '../src/run.ts'

/** What a command wrote, and its exit code. */
export type CliResult = { code: ExitCode; stdout: string; stderr: string }

export type CliOptions = {
  env?: Record<string, string>
  /** What stdin contains. It isn't a terminal. */
  stdin?: string | Uint8Array
  /** The width of the terminal, if stdout and stderr are one. */
  columns?: number
  signal?: AbortSignal
  /** Receives what the command writes, as soon as it does. */
  onOutput?(text: string): void
}

/** A home folder of its own, in which commands run in this process. */
export type TestCli = {
  /** The home folder, which is also the folder in which commands run. */
  home: string
  /** Runs a command in this process. */
  run(args: string[], options?: CliOptions): Promise<CliResult>
  remove(): Promise<void>
}

function capture(onText: (text: string) => void, columns: number | undefined) {
  const decoder = new TextDecoder()
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      onText(decoder.decode(chunk, { stream: true }))
      done()
    }
  })
  return Object.assign(stream, { isTTY: columns !== undefined, ...(columns && { columns }) })
}

/** Creates a home folder for a test file. `env` is the environment of all its commands. */
export async function testCli(env: Record<string, string> = {}): Promise<TestCli> {
  const home = await mkdtemp(join(tmpdir(), 'purveyor cli '))
  return {
    home,
    async run(args, { stdin = '', columns, signal, onOutput, ...options } = {}) {
      const written = { stdout: '', stderr: '' }
      const into = (name: keyof typeof written) =>
        capture((text) => {
          written[name] += text
          onOutput?.(text)
        }, columns)
      const code = await run(args, {
        stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: false }),
        stdout: into('stdout'),
        stderr: into('stderr'),
        env: { ...env, ...options.env },
        cwd: home,
        platform: 'linux',
        homeFolder: home,
        signal: signal ?? new AbortController().signal
      })
      return { code, ...written }
    },
    remove: () => rm(home, { recursive: true, force: true })
  }
}
