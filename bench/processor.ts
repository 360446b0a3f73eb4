import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { median } from './median.ts'

/** True if the processor time of other processes can be read. */
export const canReadProcessorTime = platform() === 'linux'

/** Clock ticks per second in `/proc`. This is 100 on every platform that Node supports. */
const ticksPerSecond = 100

/** Processor time in milliseconds: of the measured processes of Node, and of all processes of PostgreSQL. */
export type ProcessorTime = { node: number; database: number }

/** The processes whose processor time samples report, each with all processes that it has started. */
export type MeasuredProcesses = { node: number[]; database: number }

let measured: MeasuredProcesses | undefined

/** Sets the processes that `readProcessorTime` reads. */
export function measureProcesses(processes: MeasuredProcesses): void {
  measured = processes
}

/**
 * Returns the processor time that the measured processes have used so far, or undefined if there are none or if it
 * can't be read on this platform.
 */
export function readProcessorTime(): ProcessorTime | undefined {
  if (!measured || !canReadProcessorTime) return undefined
  const usages = readUsages()
  return { node: groupMs(usages, measured.node), database: groupMs(usages, [measured.database]) }
}

/** Returns the processor time per unit since `before`, or undefined if it can't be read. */
export function processorTimePerUnit(
  before: ProcessorTime | undefined,
  units: number
): ProcessorTime | undefined {
  const after = before && readProcessorTime()
  if (!before || !after) return undefined
  return { node: (after.node - before.node) / units, database: (after.database - before.database) / units }
}

/** Returns the medians of processor times, or undefined if there are none. */
export function middleTime(times: (ProcessorTime | undefined)[]): ProcessorTime | undefined {
  const all = times.filter((time) => time !== undefined)
  if (all.length === 0) return undefined
  return { node: median(all.map(({ node }) => node)), database: median(all.map(({ database }) => database)) }
}

/** Returns the time as a text, such as `0.211 + 0.304 ms of processor time`: of Node, and of PostgreSQL. */
export function processorText(time: ProcessorTime | null | undefined): string {
  if (!time) return 'processor time unknown'
  const [node, database] = [time.node, time.database].map((value) => value.toFixed(value < 10 ? 3 : 0))
  return `${node} + ${database} ms of processor time`
}

/** What `/proc` says about a process: its parent, and the milliseconds that it and its ended children have used. */
type Usage = { parent: number; ms: number }

function readUsages(): Map<number, Usage> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const usage = usageOf(Number(pid))
      return usage ? [[Number(pid), usage]] : []
    })
  )
}

function usageOf(pid: number): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program is in parentheses and can contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // The time in user mode and in the kernel, of the process and of its ended children.
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
    return { parent: fields[1] ?? 0, ms: (ticks * 1000) / ticksPerSecond }
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Returns the time of processes and of all processes that they have started. */
function groupMs(usages: Map<number, Usage>, pids: number[]): number {
  const group = new Set(pids)
  // A process is usually listed after its parent, so this takes one or two passes.
  for (let size = 0; size < group.size; ) {
    size = group.size
    for (const [pid, { parent }] of usages) if (group.has(parent)) group.add(pid)
  }
  return [...group].reduce((sum, pid) => sum + (usages.get(pid)?.ms ?? 0), 0)
}

/** Returns the processor time of a process and of all processes that it has started, in milliseconds. */
export function groupProcessorMs(pid: number): number {
  return groupMs(readUsages(), [pid])
}

/** Returns the id of the process that started a process. */
export function parentOf(pid: number): number {
  return usageOf(pid)?.parent ?? 0
}
