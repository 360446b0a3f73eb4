import postgres from 'postgres'
import { guardTransactions, interceptStatements, resendUnsent } from './driver.ts'
import { applicationName } from './embedded.ts'
import { createPrimary, type Primary } from './primary.ts'

export type Sql = postgres.Sql
export type Tx = postgres.TransactionSql
/** A pool or a transaction. The first parameter of a query function is a handle. */
export type Handle = Sql | Tx
/** A part of an SQL statement, to be interpolated into a larger statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

type ConnectOptions = {
  max?: number
  statementTimeoutMs?: number
  /** Seconds after which a connection is replaced, or null for never. The default is 30 to 60 minutes. */
  maxLifetime?: number | null
}

/** The settings of all sessions. */
export const sessionSettings = {
  TimeZone: 'UTC',
  synchronous_commit: 'on',
  // Statements are short, so JIT compilation would cost more time than it saves.
  jit: 'off',
  // The usual value for SSDs. With the default, the planner scans small tables instead of using an index.
  random_page_cost: 1.1,
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000
}

/**
 * Opens a pool of at most `max` connections (default 10). In results, column names are camelCase, values of
 * `numeric` and `bigint` are text, and values of `timestamptz` are ISO 8601 text in UTC with milliseconds.
 * Sessions commit synchronously and have timeouts for statements (default 20 s), locks and idle transactions.
 * If the URL has several hosts, the connections go to the one that accepts writes. Pools that should follow a
 * failover share a `Primary` that is watched (`watchPrimary`).
 */
export function connect(target: string | Primary, options: ConnectOptions = {}): Sql {
  const primary = typeof target === 'string' ? createPrimary(target) : target
  // A variable, because the driver's types lack `socket`.
  const driverOptions = {
    max: options.max ?? 10,
    connect_timeout: 5,
    // The driver's backoff of up to 20 s would delay the first statements after an outage.
    backoff: () => 0,
    socket: primary.open,
    idle_timeout: 0,
    ...(options.maxLifetime !== undefined && { max_lifetime: options.maxLifetime }),
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel } },
    types: {
      timestamp: {
        // The OID of `timestamptz`.
        to: 1184,
        from: [1184],
        serialize: (value: string) => value,
        parse: (text: string) => new Date(text).toISOString()
      }
    },
    connection: {
      application_name: applicationName(),
      ...sessionSettings,
      statement_timeout: options.statementTimeoutMs ?? sessionSettings.statement_timeout
    }
  }
  const sql = postgres(primary.database.url, driverOptions)
  return guardTransactions(interceptStatements(sql, resendUnsent))
}
