import { setImmediate as turn } from 'node:timers/promises'
import { isConnectionLoss } from '../errors.ts'
import { sendCommand, sendQuery } from './client.ts'
import type { Connections } from './pool.ts'
import type { Query, Rows } from './statement.ts'

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

/**
 * Sends a statement outside of a transaction again, if it only reads, and the first attempt has failed because its
 * connection was lost. Otherwise, throws the error of the first attempt.
 */
export async function repeatIfRead(
  connections: Connections,
  query: Query,
  firstError: unknown
): Promise<Rows> {
  if (!isConnectionLoss(firstError) || !mayRead(query)) throw firstError
  return await repeatAfterLoss(() => repeatRead(connections, query, firstError))
}

/** True if the statement could be one that only reads. Most statements that write don't begin like this. */
function mayRead({ text }: Query): boolean {
  return /^\s*(\/\*[^*]*\*\/\s*)*(select|with|table|values|show)\b/i.test(text)
}

/**
 * Sends a statement in a read-only transaction, so that the database refuses it if it would write: then the first
 * attempt may have written already. In that case, throws the error of the first attempt.
 */
async function repeatRead(connections: Connections, query: Query, firstError: unknown): Promise<Rows> {
  const client = await connections.acquire()
  let failure: unknown
  try {
    const [begun, read, ended] = await Promise.allSettled([
      sendCommand(client, 'begin read only'),
      sendQuery(client, query),
      sendCommand(client, 'commit')
    ])
    for (const result of [begun, read, ended]) if (result.status === 'rejected') failure ??= result.reason
    if (failure === undefined && read.status === 'fulfilled') return read.value
    throw (failure as { code?: unknown }).code === readOnly ? firstError : failure
  } finally {
    client.release(isConnectionLoss(failure))
  }
}

/** The SQLSTATE of a statement that would write in a read-only transaction. */
const readOnly = '25006'
