/** Another transaction was quicker: what was found is not so any more. With the code by which requests are run again. */
export class LostRace extends Error {
  readonly code = '40001'
}

/** Whether trying again at once settles an error: it came from what others did at the same moment. */
export function isRace(error: unknown): boolean {
  if (error instanceof LostRace) return true
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  // Serialization failure, deadlock, lock not available.
  return (
    ['40001', '40P01', '55P03'].includes(String(code)) ||
    (code === '23505' && constraint === 'products__slug')
  )
}

/** Whether the database was lost, or is short of something: it is not the work's fault, and takes a while. */
export function isOutage(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return /^(08|53|57P)|^(CONNECT|CONNECTION_|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(
    String(code)
  )
}
