import { gauge, histogram } from './registry.ts'

/** The use of a pool of database connections at this moment. */
export type PoolUse = {
  pool: string
  maxConnections: number
  /** The transactions that have a connection. */
  transactions(): number
  /** The statements outside of transactions that were sent and have no result yet. */
  statements(): number
  /** The statements and transactions that wait for a connection. */
  waiting(): number
}

const pools = new Set<PoolUse>()

function poolGauge(
  name: `purveyor_database_pool_${string}`,
  help: string,
  read: (pool: PoolUse) => number
): void {
  gauge(name, {
    help,
    labels: ['pool'],
    collect: (self) => {
      for (const use of pools) self.set({ pool: use.pool }, read(use))
    }
  })
}

poolGauge(
  'purveyor_database_pool_max_connections',
  'The maximum number of connections of a pool.',
  ({ maxConnections }) => maxConnections
)
poolGauge(
  'purveyor_database_pool_transactions',
  'Transactions that are running. Each occupies a connection of the pool.',
  (use) => use.transactions()
)
poolGauge(
  'purveyor_database_pool_statements',
  'Statements outside of transactions that the database is working on. Several can share a connection.',
  (use) => use.statements()
)
poolGauge(
  'purveyor_database_pool_waiting',
  'Statements and transactions that wait for a free connection of the pool.',
  (use) => use.waiting()
)

/** How long transactions wait for their connection, including the round trip of `begin`. */
export const transactionWait = histogram('purveyor_database_transaction_wait_seconds', {
  help: 'Time until a transaction has a connection and the database has begun it.',
  labels: ['pool'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Includes the pool in the metrics. */
export function trackPool(use: PoolUse): void {
  pools.add(use)
}
