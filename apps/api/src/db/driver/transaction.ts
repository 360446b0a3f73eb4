import type pg from 'pg'
import { isConnectionLoss, isOutdatedStatement, RolledBack } from '../errors.ts'
import { sendCommand, sendQuery } from './client.ts'
import type { Connections } from './pool.ts'
import { repeatAfterLoss, repeatIfRead } from './repeat.ts'
import type { Query, Rows, Send } from './statement.ts'
import { forgetNames, renamed } from './statement-names.ts'

/**
 * Runs `work` in a transaction. Commits if it resolves, and rolls back if it rejects. Nothing of `work` is sent
 * before the transaction has begun. `work` gets the function that sends a statement within the transaction,
 * without waiting for the results of earlier statements. After the end of the transaction, this function rejects.
 *
 * Rejects with the error of `work`, with a `ConnectionError` if the connection is lost, or with the error of the first
 * statement that has failed, if `work` resolves anyway or has only seen that later ones were ignored (25P02). If the
 * connection is lost during COMMIT, the changes may have
 * been committed or not.
 */
export async function runTransaction<T>(
  connections: Connections,
  work: (send: Send) => Promise<T> | T
): Promise<Awaited<T>> {
  const client = await beginTransaction(connections)
  let hasEnded = false
  let failure: unknown
  let firstFailed: unknown
  const send = async (query: Query) => {
    if (hasEnded) throw new Error('A statement was sent after its transaction had ended.')
    try {
      return await sendQuery(client, query)
    } catch (error) {
      firstFailed ??= error
      throw error
    }
  }
  try {
    const result = await work(send)
    hasEnded = true
    const command = await sendCommand(client, 'commit')
    if (command !== 'COMMIT') throw firstFailed ?? new RolledBack()
    return result
  } catch (error) {
    failure = error
    if (!hasEnded) {
      hasEnded = true
      await sendCommand(client, 'rollback').catch((lost) => {
        failure = lost
      })
    }
    const cause = (error as { code?: unknown } | undefined)?.code === failedTransaction ? firstFailed : error
    if (isOutdatedStatement(cause)) forgetNames()
    throw cause
  } finally {
    client.release(isConnectionLoss(failure))
  }
}

/**
 * Sends a statement outside of a transaction. If its connection is lost, and the statement only reads, sends it
 * again on another connection.
 */
export async function runStatement(connections: Connections, query: Query): Promise<Rows> {
  try {
    return await sendAlone(connections, query)
  } catch (error) {
    if (isOutdatedStatement(error)) return await sendAlone(connections, renamed(query))
    return await repeatIfRead(connections, query, error)
  }
}

async function sendAlone(connections: Connections, query: Query): Promise<Rows> {
  const client = await connections.acquire()
  let isLost = false
  try {
    return await sendQuery(client, query)
  } catch (error) {
    isLost = isConnectionLoss(error)
    throw error
  } finally {
    client.release(isLost)
  }
}

/** Begins a transaction. If the connection turns out to be lost, tries again with another one. */
async function beginTransaction(connections: Connections): Promise<pg.PoolClient> {
  const begin = async () => {
    const client = await connections.acquire()
    try {
      await sendCommand(client, 'begin')
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return await begin().catch((error) => {
    if (!isConnectionLoss(error)) throw error
    return repeatAfterLoss(begin)
  })
}

/** The SQLSTATE of the statements of a transaction after one that has failed. */
const failedTransaction = '25P02'
