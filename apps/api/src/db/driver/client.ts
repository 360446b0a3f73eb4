import type pg from 'pg'
import { ConnectionError, translateError } from '../errors.ts'
import { toRows } from './result.ts'
import type { Query, Rows } from './statement.ts'

/** The settings of a session, by the name of the parameter of PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** The time in which a connection must be open, in milliseconds. */
export const connectTimeoutMs = 5000

/**
 * Applies the settings to a new session. They aren't sent as startup parameters, because connection poolers
 * refuse or ignore these.
 */
export async function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  if (statements.length > 0) await client.query(statements.join('; '))
}

/**
 * Adds a listener for errors to the client. Without it, the loss of a connection would end the process. The
 * loss also rejects the queries of the client, the later ones too.
 */
export function ignoreErrors(client: pg.ClientBase): void {
  client.on('error', () => {})
}

/** Sends a query on a connection. Rejects with a `DatabaseError` or a `ConnectionError`. */
export function sendQuery(client: pg.ClientBase, { text, name, values }: Query): Promise<Rows> {
  return new Promise((resolve, reject) => {
    const query: pg.QueryArrayConfig = { text, rowMode: 'array' }
    if (name !== undefined) query.name = name
    if (name !== undefined || values.length > 0) query.values = values as unknown[]
    client.query(query, (error, result) => {
      if (error) reject(translateError(error))
      else resolve(toRows(result))
    })
  })
}

/** Sends a command without parameters, such as COMMIT. Returns the command that the server has executed. */
export function sendCommand(client: pg.ClientBase, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    client.query({ text, rowMode: 'array' }, (error: Error | null, result: pg.QueryArrayResult) => {
      if (error) reject(translateError(error))
      else resolve(result.command)
    })
  })
}

/** The error of statements on a pool that has been closed. */
export function ended(): ConnectionError {
  return new ConnectionError('CONNECTION_ENDED', 'the pool was closed')
}
