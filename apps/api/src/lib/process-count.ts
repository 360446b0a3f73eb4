import { availableParallelism, totalmem } from 'node:os'

/** The largest number of processes that can be configured. */
export const maxProcesses = 32
/** Beyond this number, the database needs more attention than `auto` can give it. */
const maxAutomatic = 8
const bytesPerProcess = 2 ** 30

/**
 * Returns the number of processes that `auto` means: half of the cores, because the database needs the others, but at
 * most 8, and at most one for each GiB of memory. In a container, its limits count.
 */
export function automaticProcesses(
  { cores, memory }: { cores: number; memory: number } = {
    cores: availableParallelism(),
    memory: usableMemory()
  }
): number {
  return Math.max(1, Math.min(maxAutomatic, Math.floor(cores / 2), Math.floor(memory / bytesPerProcess)))
}

/** Without a limit, Node reports no constraint, or one that is larger than the memory of the machine. */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/**
 * Returns the connections of a pool of one process, if `total` are divided among the processes. No process gets fewer
 * than `min`.
 */
export function shareOfConnections(
  total: number,
  { processes, min }: { processes: number; min: number }
): number {
  return Math.max(min, Math.floor(total / processes))
}
