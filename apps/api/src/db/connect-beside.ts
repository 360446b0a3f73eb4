import postgres from 'postgres'
import type { Sql } from './connect.ts'

/**
 * One connection of its own, with the settings of a pool and behind nobody of the pool's queue. Opened by its first
 * statement; whoever asked for it ends it.
 */
export function connectBeside(pool: Sql): Sql {
  // The driver takes options that it has read before as they are; its types only know them as they are given.
  // What it shares among a pool's connections is how long to wait before the next attempt to connect.
  const options: unknown = { ...pool.options, max: 1, shared: { retries: 0, typeArrayMap: {} } }
  return postgres(options as postgres.Options<Record<string, postgres.PostgresType>>) as Sql
}
