import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

const main = join(import.meta.dirname, '../src/main.ts')

/** The program and its arguments that run a command in a process of its own. */
export const program = [process.execPath, '--conditions=purveyor-source', main]

/** A command that runs as a process. */
export type Running = {
  child: ChildProcess
  /** What the process has written, without escape codes. */
  text(): string
  /** Waits until the text matches. Fails after 30 seconds, or if the process ends before. */
  shows(expected: RegExp): Promise<void>
  type(keys: string): void
  /** Resolves to the exit code. */
  ended: Promise<number | null>
}

/** Starts a process, and kills it if it doesn't end within a minute. */
export function start(file: string, args: string[], env: Record<string, string>): Running {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL'
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (written += chunk))
  const text = () => stripVTControlCharacters(written)
  return {
    child,
    text,
    async shows(expected) {
      const limit = Date.now() + 30_000
      while (!expected.test(text())) {
        assert.ok(Date.now() < limit && child.exitCode === null, `${expected} is missing in:\n${text()}`)
        await pause(20)
      }
    },
    type: (keys) => {
      child.stdin?.write(keys)
    },
    ended: once(child, 'close').then(([code]) => code as number | null)
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Starts a command on a pseudo-terminal that is 80 columns wide. Ctrl-C is the key `\u0003`. */
export function startOnTerminal(args: string[], env: Record<string, string>): Running {
  const command = ['exec', ...[...program, ...args].map(quoted)].join(' ')
  return start('script', ['-qec', `stty cols 80 rows 24; ${command}`, '/dev/null'], {
    SHELL: '/bin/sh',
    ...env
  })
}

/** A reason to skip tests that need a pseudo-terminal, or false. They need `script` of util-linux. */
export function skipWithoutTerminal(): string | false {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
  return stdout?.includes('util-linux') ? false : 'script of util-linux is not installed'
}
