import { isConnectionLoss, isOutdatedStatement } from './errors.ts'

/**
 * A concurrent transaction changed rows that the failed transaction had read. The error has the SQLSTATE of a
 * serialization failure, so that the transaction is retried.
 */
export class LostRace extends Error {
  readonly code = '40001'
}

/**
 * True for an error that a concurrent transaction caused, or a change of the schema. The failed work may succeed
 * if it is run again immediately.
 */
export function isRace(error: unknown): boolean {
  if (error instanceof LostRace) return true
  const { code } = error as { code?: unknown }
  // Serialization failure, deadlock, lock not available.
  return (
    ['40001', '40P01', '55P03'].includes(String(code)) || isSlugTaken(error) || isOutdatedStatement(error)
  )
}

/** True for the error of a statement that gave a product the slug of another product. */
export function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'products__slug'
}

/**
 * True if a statement or a transaction took longer than its time limit, or was idle for too long. The server ends
 * the connection of such a transaction.
 */
export function isTimeLimit(error: unknown): boolean {
  return ['57014', '25P03', '25P04'].includes(String((error as { code?: unknown }).code))
}

/**
 * True if the database is unreachable, is read-only, or has no resources left. A retry can succeed after some
 * time.
 */
export function isOutage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    isConnectionLoss(error) ||
    /^(25006|53)|^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(String(code))
  )
}
