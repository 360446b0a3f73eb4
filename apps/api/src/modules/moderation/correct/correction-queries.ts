import type { Tx } from '../../../db/connect.ts'
import type { StoredCorrection } from '../../products/write/correction-queries.ts'

/** Returns the corrections of a locked product, and the time at which the transaction began. */
export async function readCorrections(
  tx: Tx,
  productId: string
): Promise<{ corrections: StoredCorrection[]; at: string }> {
  const [row] = await tx<{ corrections: StoredCorrection[]; at: string }[]>`
    select coalesce(corrections, '[]') as corrections, iso_text(now()::timestamptz(3)) as at
    from products where id = ${productId}`
  return row ?? { corrections: [], at: '' }
}
