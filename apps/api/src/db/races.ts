/**
 * A concurrent transaction changed rows that the failed transaction had read. The error has the SQLSTATE of a
 * serialization failure, so that the transaction is retried.
 */
export class LostRace extends Error {
  readonly code = '40001'
}

/**
 * True for an error that a concurrent transaction caused. The failed work may succeed if it is run again
 * immediately.
 */
export function isRace(error: unknown): boolean {
  if (error instanceof LostRace) return true
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  // Serialization failure, deadlock, lock not available.
  return (
    ['40001', '40P01', '55P03'].includes(String(code)) ||
    (code === '23505' && constraint === 'products__slug')
  )
}

/**
 * True if the database is unreachable, is read-only, or has no resources left. A retry can succeed after some
 * time.
 */
export function isOutage(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return /^(08|25006|53|57P)|^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(String(code))
}
