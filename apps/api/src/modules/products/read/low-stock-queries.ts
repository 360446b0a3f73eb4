import type { Fragment, Handle } from '../../../db/connect.ts'

/** The index `variants__low_stock` contains the variants of which at most this many pieces are available. */
const maxIndexed = 100

/**
 * Returns SQL that is true for an active variant `x` of which at most `max` pieces are available, which is 0 or more.
 * `value` is the SQL for `max`. With a larger `max` than the index has, the vendor's variants are read one by one.
 */
export function hasLowStock(sql: Handle, max: number, value: Fragment = sql`${max}::integer`): Fragment {
  const available = 'x.stock_on_hand - x.stock_reserved'
  const indexed = max <= maxIndexed ? sql.unsafe(`and ${available} <= ${maxIndexed}`) : sql``
  return sql`x.is_active and ${sql.unsafe(available)} <= ${value} ${indexed}`
}
