import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './errors.ts'

/** The lines of `postmaster.pid` that this package uses. `status` is `ready` if the server accepts connections. */
export type PidFile = { pid: number; port: number; status: string }

// The lines of postmaster.pid: pid, data directory, start time, port, socket directory, address, shared
// memory, status.
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** True if a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** True if the process is the PostgreSQL server of this data directory. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') return ps('-o', 'command=', '-p', String(pid)).includes(cluster)
  return readProc(pid, 'cmdline').includes(cluster) || workingFolderOf(pid) === cluster
}

/** A process of a server. `cpu` is a text that changes when the process has used CPU time. */
type Process = { pid: number; parent: number; cpu: string; title: string }

/**
 * Returns a text that changes while a server that is starting or stopping works: the CPU times and titles of its
 * first process, of the process that replays the write-ahead log, and of the one that writes checkpoints. The other
 * processes also wake up if there is nothing to do. On Windows, the text is empty.
 */
export function activityOf(postmaster: number): string {
  return processesOf(postmaster)
    .filter(({ pid, title }) => pid === postmaster || /\b(?:startup|checkpointer)\b/.test(title))
    .map(({ cpu, title }) => `${cpu} ${title}`)
    .join('\n')
}

/** Returns the first process of a server and its children. On Windows, returns none. */
export function processesOf(postmaster: number): Process[] {
  if (process.platform === 'win32') return []
  const all = process.platform === 'linux' ? readProcesses() : listProcesses()
  return all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
}

function readProcesses(): Process[] {
  const ids = fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return ids.map(Number).map((pid) => {
    // The fields after the name of the program, which is in parentheses and may contain spaces: the parent is the
    // second, and the CPU times in user and system mode are the 12th and the 13th.
    const fields = readProc(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    const title = readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(fields[1]), cpu: fields.slice(11, 13).join(' '), title }
  })
}

function listProcesses(): Process[] {
  return ps('-axo', 'pid=,ppid=,time=,command=')
    .split('\n')
    .map((line) => {
      const [, pid, parent, cpu = '', title = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return { pid: Number(pid), parent: Number(parent), cpu, title }
    })
}

function ps(...args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
  } catch {
    return ''
  }
}

function readProc(pid: number, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
