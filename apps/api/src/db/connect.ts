import postgres from 'postgres'
import { guardTransactions } from './driver.ts'
import { applicationName } from './embedded.ts'

export type Sql = postgres.Sql
export type Tx = postgres.TransactionSql
/** The pool or a transaction: what a query function takes first. */
export type Handle = Sql | Tx
/** A part of a statement, to be put into another one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/**
 * A pool of connections. Columns read camelCase, `numeric` and `bigint` as text, `timestamptz` as ISO 8601 UTC
 * with milliseconds. Every session commits synchronously and ends what runs too long.
 */
export function connect(url: string, options: { max?: number; statementTimeoutMs?: number } = {}): Sql {
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 5,
    idle_timeout: 0,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel } },
    types: {
      timestamp: {
        to: 1184,
        from: [1184],
        serialize: (value: string) => value,
        parse: (text: string) => new Date(text).toISOString()
      }
    },
    connection: {
      application_name: applicationName(),
      TimeZone: 'UTC',
      synchronous_commit: 'on',
      // Short statements, whose plans a compiler would only delay.
      jit: 'off',
      // As on any disk without a moving head: else small tables are read whole where an index finds the row.
      random_page_cost: 1.1,
      statement_timeout: options.statementTimeoutMs ?? 20_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000
    }
  })
  return guardTransactions(sql)
}
