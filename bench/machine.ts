import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './fill-queries.ts'

/** The hardware and software on which the results depend. */
export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  system: string
  node: string
  postgresql: string
  /** Settings of PostgreSQL. */
  settings: Record<string, string>
  commit: string
  dirty: boolean
  /** The load average of the last minute, at the start of the run. */
  load: number
}

export function readMachine({ version, settings }: Server): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgresql: version,
    settings,
    commit: git(['rev-parse', '--short', 'HEAD']) || 'unknown',
    dirty: git(['status', '--porcelain']) !== '',
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100
  }
}

/** Returns the resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kiB =
    platform() === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kiB) / 1024
}

/** Returns the processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  if (platform() === 'linux') {
    // The name of the program, which can contain spaces, ends with the last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticksPerSecond = 100
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }
  const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Tracks the peak of a process's resident memory, in MiB, until `stop` is called. */
export function watchMemory(pid: number) {
  const before = residentMiB(pid)
  let peak = before
  let stopped = false
  const look = async () => {
    while (!stopped) {
      peak = Math.max(peak, residentMiB(pid))
      await sleep(100)
    }
  }
  look()
  return {
    before,
    peak: () => peak,
    stop() {
      stopped = true
      return peak
    }
  }
}

function git(args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: dirname(import.meta.dirname),
      encoding: 'utf8',
      stdio: 'pipe'
    }).trim()
  } catch {
    return ''
  }
}
