import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024
const minBuffers = 128
const maxBuffers = 4096

/**
 * Returns the settings that depend on the machine's memory, or on the memory limit of the container. The buffers
 * are a quarter of it, from PostgreSQL's default of 128 MB to 4 GB. The system reserves memory only for buffers
 * that are in use, so a small database needs no more than before.
 */
export function memorySettings(bytes = usableMemory()): Record<string, string> {
  const available = bytes / mebibyte
  const buffers = Math.round(Math.min(maxBuffers, Math.max(minBuffers, available / 4)))
  return {
    shared_buffers: `${buffers}MB`,
    // The buffers and the system's cache of files together.
    effective_cache_size: `${Math.round(Math.max(buffers, available / 2))}MB`,
    maintenance_work_mem: `${Math.round(Math.min(512, Math.max(64, available / 32)))}MB`
  }
}

/** Returns the memory that this process may use: the machine's, or less in a container with a limit. */
function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
