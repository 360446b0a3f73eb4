import type { Fragment, Handle } from '../../../../db/connect.ts'
import { stockMessages } from './stock-messages.ts'

/** The names of the fields of an edit in its errors. */
export type StockFieldNames = { stockChange: string; stockExpected: string; stockAsOf: string }

const duplicateMessage =
  'refers to the same variant as another item, and one of them has amount_change; send one item per variant'

/**
 * Returns a select that applies the rules for stock (contract 4.2, 4.5) to edits of locked variants. It adds these
 * columns to the rows of `edits`:
 *
 * - `faults`: the errors of the edit as a JSON array, or null if it has none.
 * - `new_stock`: the stock on hand that the edit sets, or null if it sets none.
 * - `new_as_of`: only if an edit has conditions: the time of the edit's count if it is later than the stored time,
 *   otherwise null.
 *
 * `edits` is a table with the columns of `located`, `target` (the id of the edit's variant or product), `own_faults`
 * (errors that don't depend on the stock), `old_stock` and `old_as_of` (the locked values).
 *
 * All conditions refer to the stock before the update. A count also fails if an earlier edit of the same target has a
 * later one, so that the latest count wins.
 */
export function compareStock(
  sql: Handle,
  edits: Fragment,
  { hasStockConditions, names }: { hasStockConditions: boolean; names: StockFieldNames }
): Fragment {
  if (!hasStockConditions) return sql`select *, own_faults as faults, stock as new_stock from ${edits}`
  return sql`
    select *, case when faults is null then coalesce(stock, old_stock + stock_change) end as new_stock,
      case when faults is null and (old_as_of is null or stock_as_of > old_as_of) then stock_as_of end as new_as_of
    from (
      select *, coalesce(own_faults,
        case when is_repeated then jsonb_build_array(jsonb_build_object(
          'code', 'DUPLICATE_TARGET', 'field', null, 'message', ${duplicateMessage}::text)) end,
        nullif(
          case when stock_expected <> old_stock then jsonb_build_array(jsonb_build_object(
            'code', 'STOCK_CONFLICT', 'field', ${names.stockExpected}::text,
            'message', concat(${stockMessages.STOCK_CONFLICT}::text, ' ', old_stock), 'current', old_stock))
            else '[]' end
          || case when old_stock::bigint + stock_change < 0 then jsonb_build_array(jsonb_build_object(
            'code', 'INSUFFICIENT_STOCK', 'field', ${names.stockChange}::text,
            'message', concat(${stockMessages.INSUFFICIENT_STOCK}::text, ' ', old_stock), 'current', old_stock))
            when old_stock::bigint + stock_change > 2147483647 then jsonb_build_array(jsonb_build_object(
            'code', 'TOO_LARGE', 'field', ${names.stockChange}::text,
            'message', concat(${stockMessages.TOO_LARGE}::text, ' ', old_stock)))
            else '[]' end
          || case when stock_as_of < last_as_of then jsonb_build_array(jsonb_build_object(
            'code', 'STOCK_OUTDATED', 'field', ${names.stockAsOf}::text,
            'message', concat(${stockMessages.STOCK_OUTDATED}::text, ' ', iso_text(last_as_of)),
            'current', iso_text(last_as_of)))
            else '[]' end, '[]')) as faults
      from (
        select *,
          count(*) filter (where own_faults is null) over same_target > 1
            and bool_or(stock_change is not null) filter (where own_faults is null) over same_target
            as is_repeated,
          greatest(old_as_of, max(stock_as_of)
            filter (where own_faults is null and (stock_expected <> old_stock) is not true)
            over (same_target order by n rows between unbounded preceding and 1 preceding)) as last_as_of
        from ${edits} window same_target as (partition by target)
      ) numbered
    ) checked`
}
