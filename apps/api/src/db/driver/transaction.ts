import type pg from 'pg'
import { isConnectionLoss, isOutdatedStatement, RolledBack } from '../errors.ts'
import { sendCommand, sendQuery } from './client.ts'
import type { Connections } from './pool.ts'
import { repeatAfterLoss, repeatIfRead } from './repeat.ts'
import type { Query, Rows, Send } from './statement.ts'
import { forgetNames, renamed } from './statement-names.ts'

/** What is sent together with the first and the last command of a transaction, which saves two round trips. */
export type TransactionEnds<T, O> = {
  /**
   * Sends statements together with BEGIN. If BEGIN fails, they are executed outside of a transaction, so they may only
   * read, or take locks that end with the transaction. If the connection is lost, they are sent again with BEGIN.
   */
  opening?: ((send: Send) => Promise<O>) | undefined
  /**
   * Sends one statement together with COMMIT. If the statement fails, the transaction is rolled back. Returns undefined
   * if there is none to send.
   */
  closing?: ((send: Send, result: T) => Promise<unknown> | undefined) | undefined
}

/**
 * Runs `work` in a transaction. Commits if it resolves, and rolls back if it rejects. Nothing of `work` is sent
 * before the transaction has begun. `work` gets the function that sends a statement within the transaction,
 * without waiting for the results of earlier statements. After the end of the transaction, this function rejects.
 * `work` also gets the result of `opening`.
 *
 * Rejects with the error of `work`, with a `ConnectionError` if the connection is lost, or with the error of the first
 * statement that has failed, if `work` resolves anyway or has only seen that later ones were ignored (25P02). If the
 * connection is lost during COMMIT, the changes may have
 * been committed or not.
 */
export async function runTransaction<T, O = undefined>(
  connections: Connections,
  work: (send: Send, opened: O) => Promise<T> | T,
  { opening, closing }: TransactionEnds<Awaited<T>, O> = {}
): Promise<Awaited<T>> {
  const { client, opened } = await beginTransaction(connections, opening)
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
    const result = await work(send, await opened)
    const closed = closing && (await sendClosing(send, (sendLast) => closing(sendLast, result)))
    hasEnded = true
    const command = await sendCommand(client, 'commit')
    if (command !== 'COMMIT') throw firstFailed ?? new RolledBack()
    await closed?.result
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

/**
 * Calls `closing`, and waits until it has sent its statement, but not for the result. So COMMIT is never sent before
 * the statement, nor without it. Rejects if `closing` fails before it has sent the statement.
 */
async function sendClosing(
  send: Send,
  closing: (send: Send) => Promise<unknown> | undefined
): Promise<{ result: Promise<unknown> } | undefined> {
  const sent = Promise.withResolvers<void>()
  const result = closing((query) => {
    const rows = send(query)
    sent.resolve()
    return rows
  })
  if (!result) return undefined
  result.catch(() => {})
  await Promise.race([sent.promise, result])
  return { result }
}

/**
 * Begins a transaction. If the connection turns out to be lost, tries again with another one. `opened` is the result of
 * `opening`, which has already been sent.
 */
async function beginTransaction<O>(
  connections: Connections,
  opening?: (send: Send) => Promise<O>
): Promise<{ client: pg.PoolClient; opened: Promise<O> }> {
  const begin = async () => {
    const client = await connections.acquire()
    try {
      const begun = sendCommand(client, 'begin')
      const opened = opening?.((query) => sendQuery(client, query))
      opened?.catch(() => {})
      await begun
      return { client, opened: opened as Promise<O> }
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
