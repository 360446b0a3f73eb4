import { setImmediate as turn } from 'node:timers/promises'
import { isConnectionLoss } from './errors.ts'

/** A server that ends its sessions ends them one after another, so a second connection can be lost too. */
const maxRepeats = 3

/**
 * Runs `work` after its connection was lost, and again if it loses the next one. Waits in between until the event loop
 * has read from all sockets, so that the pool knows which of its other connections are lost. No work that can have
 * changed something may be repeated.
 */
export async function repeatAfterLoss<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 1; ; repeats++) {
    await turn()
    try {
      return await work()
    } catch (error) {
      if (repeats === maxRepeats || !isConnectionLoss(error)) throw error
    }
  }
}
