import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseStartError } from './errors.ts'
import type { Place } from './location.ts'

type Program = 'initdb' | 'pg_ctl' | 'postgres'

/**
 * Starts one of PostgreSQL's programs as the account of the place. Its environment is not ours: PGPORT, TZ or LANG
 * of a terminal must not change the database. In its own process group it does not get the terminal's Ctrl-C.
 */
export function spawnProgram(
  place: Place,
  name: Program,
  args: string[],
  output: 'pipe' | number
): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  return spawn(join(place.programs, name), args, {
    cwd: place.programs,
    env: { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    detached: true,
    windowsHide: true,
    ...place.account
  })
}

/** Runs a program to its end; throws `DatabaseStartError` with what it said last when it fails. */
export async function runProgram(place: Place, name: Program, args: string[]): Promise<void> {
  const child = spawnProgram(place, name, args, 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'))
  }).catch((error: Error) => error.message)
  if (code !== 0) throw new DatabaseStartError(`${name} failed (${code}): ${lastLines(output)}`)
}

/** The last lines of a log as one line. */
export function lastLines(text: string, count = 6): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-count).join(' | ')
}
