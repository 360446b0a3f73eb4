import { connect, type Sql } from '../src/db/connect.ts'
import type { Primary } from '../src/db/driver/primary.ts'

export { copyOut } from '../src/db/copy.ts'

/** The pools whose behaviour is tested when connections are lost. */
export type PoolKind = 'pool' | 'reads'

/** Opens a pool as `startDatabase` does: the main pool, or that of short reads. */
export function openPool(kind: PoolKind, target: string | Primary, max?: number): Sql {
  if (kind === 'pool') return connect(target, { max: max ?? 2 })
  return connect(target, { max: max ?? 3, shared: true })
}

/** Closes a pool, although its statements may wait forever. */
export async function closePool(sql: Sql): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, 2000).unref())
  await Promise.race([sql.end({ timeout: 0 }).catch(() => {}), timeout])
}
