import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** True if the processor time of other processes can be read. */
export const canReadProcessorTime = platform() === 'linux'

/** Clock ticks per second in `/proc`. This is 100 on every platform that Node supports. */
const ticksPerSecond = 100

/** What `/proc` says about a process: its parent, and its processor time in milliseconds. */
type Usage = { parent: number; ms: number; endedChildrenMs: number }

function usageOf(pid: number | string): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program is in parentheses and can contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ms = (index: number) => (((fields[index] ?? 0) + (fields[index + 1] ?? 0)) * 1000) / ticksPerSecond
    return { parent: fields[1] ?? 0, ms: ms(11), endedChildrenMs: ms(13) }
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Returns the processor time that a process has used, with all its threads, in milliseconds. */
export function processorMs(pid: number): number {
  return usageOf(pid)?.ms ?? 0
}

/** Returns the id of the process that started a process. */
export function parentOf(pid: number): number {
  return usageOf(pid)?.parent ?? 0
}

/**
 * Returns the processor time that a process and all processes that it has started have used, in milliseconds.
 * Processes of PostgreSQL start no others, except the server itself.
 */
export function groupProcessorMs(pid: number): number {
  const own = usageOf(pid)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.reduce(
    (sum, process) => {
      const usage = usageOf(process)
      return usage?.parent === pid ? sum + usage.ms : sum
    },
    (own?.ms ?? 0) + (own?.endedChildrenMs ?? 0)
  )
}
