import type pg from 'pg'
import { isConnectionLoss, isOutdatedStatement } from '../errors.ts'
import { sendQuery } from './client.ts'
import type { Connections } from './pool.ts'
import { repeatIfRead } from './repeat.ts'
import type { Query, Rows } from './statement.ts'
import { renamed } from './statement-names.ts'

/** Statements of many callers on the connections of a pool. */
export type SharedConnections = {
  send(query: Query): Promise<Rows>
  /** Closes each connection when its statements have their results. */
  end(): void
}

type Slot = {
  client: Promise<pg.PoolClient> | undefined
  /** The number of statements that have no result yet. */
  pending: number
}

/**
 * Uses each of `shared` connections of a pool for many statements at the same time: a statement is sent without
 * waiting for the results of the earlier ones. So a slow statement delays those after it on its connection. If the
 * connection of a statement is lost, and the statement only reads, sends it again on a connection of the pool that
 * isn't shared. The pool must have at least one more connection than `shared`.
 */
export function shareConnections(
  connections: Connections,
  { shared, maxLifetime }: { shared: number; maxLifetime: number | null }
): SharedConnections {
  const slots = Array.from({ length: shared }, (): Slot => ({ client: undefined, pending: 0 }))

  /** Chooses an open connection without pending statements, else one that isn't open yet, else the least busy. */
  function choose(): Slot {
    const cost = ({ client, pending }: Slot) => (client ? pending : pending + 0.5)
    return slots.reduce((best, slot) => (cost(slot) < cost(best) ? slot : best))
  }

  function open(slot: Slot): Promise<pg.PoolClient> {
    const opening = connections.acquire()
    slot.client = opening
    opening.then(
      (client) => {
        const close = () => void discard(slot, opening)
        client.once('error', close).once('end', close)
        if (maxLifetime === null) return
        const timer = setTimeout(close, maxLifetime * 1000).unref()
        client.once('end', () => clearTimeout(timer))
      },
      () => discard(slot, opening)
    )
    return opening
  }

  /** Uses this connection for no further statements. Closes it after those that were sent. */
  function discard(slot: Slot, opening: Promise<pg.PoolClient>): void {
    if (slot.client !== opening) return
    slot.client = undefined
    opening.then(
      (client) => client.release(true),
      () => {}
    )
  }

  async function sendOnce(query: Query): Promise<Rows> {
    const slot = choose()
    const opening = slot.client ?? open(slot)
    slot.pending++
    try {
      return await sendQuery(await opening, query)
    } catch (error) {
      if (isConnectionLoss(error)) discard(slot, opening)
      throw error
    } finally {
      slot.pending--
    }
  }

  return {
    async send(query) {
      try {
        return await sendOnce(query)
      } catch (error) {
        if (isOutdatedStatement(error)) return await sendOnce(renamed(query))
        return await repeatIfRead(connections, query, error)
      }
    },
    end() {
      for (const slot of slots) if (slot.client) discard(slot, slot.client)
    }
  }
}
