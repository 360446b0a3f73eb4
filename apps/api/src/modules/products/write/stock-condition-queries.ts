import type { Fragment, Tx } from '../../../db/connect.ts'
import { stockMessages } from './compare-stock.ts'

/**
 * The columns of an item of a bulk update that contain the conditions of its stock, for
 * `jsonb_to_recordset`: their definitions and, in the same sequence, their names in SQL. Both begin with a
 * comma, and are empty unless an item of the update has a condition.
 */
export function stockConditionColumns(
  tx: Tx,
  hasConditions: boolean
): { definitions: Fragment; names: Fragment } {
  if (!hasConditions) return { definitions: tx``, names: tx`` }
  return {
    definitions: tx`, "stockChange" integer, "stockExpected" integer, "stockAsOf" timestamptz`,
    names: tx`, stock_change, stock_expected, stock_as_of`
  }
}

const duplicateMessage =
  'refers to the same variant as another item, and one of them has amount_change; send one item per variant'

/**
 * Returns a select that compares the items of a bulk update with the locked stock of their variants (contract
 * 4.5). It adds these columns to the rows of `items`:
 *
 * - `faults`: the errors of the item as a JSON array, or null if it has none.
 * - `new_stock`: the stock on hand that the item sets, or null if it sets none.
 * - `new_as_of`: only if the update has conditions: the time of the item's count if it is later than the
 *   stored time, otherwise null.
 *
 * `items` is a table with the columns `n` (the number of the item), `target` (the id of its variant or
 * product), `own_faults` (errors that don't depend on the stock) and `stock`. If the update has conditions,
 * it also has the columns of `stockConditionColumns`, and `old_stock` and `old_as_of`, the locked values.
 *
 * All conditions refer to the stock before the update. A count also fails if an earlier item of the same
 * target has a later one, so that the latest count wins.
 */
export function compareItemStock(tx: Tx, items: Fragment, hasConditions: boolean): Fragment {
  if (!hasConditions) return tx`select *, own_faults as faults, stock as new_stock from ${items}`
  return tx`
    select *, case when faults is null then coalesce(stock, old_stock + stock_change) end as new_stock,
      case when faults is null and (old_as_of is null or stock_as_of > old_as_of) then stock_as_of end
        as new_as_of
    from (
      select *, coalesce(own_faults,
        case when is_repeated then jsonb_build_array(jsonb_build_object(
          'code', 'DUPLICATE_TARGET', 'field', null, 'message', ${duplicateMessage}::text)) end,
        nullif(
          case when stock_expected <> old_stock then jsonb_build_array(jsonb_build_object(
            'code', 'STOCK_CONFLICT', 'field', 'amount_expected',
            'message', concat(${stockMessages.STOCK_CONFLICT}::text, ' ', old_stock), 'current', old_stock))
            else '[]' end
          || case when old_stock::bigint + stock_change < 0 then jsonb_build_array(jsonb_build_object(
            'code', 'INSUFFICIENT_STOCK', 'field', 'amount_change',
            'message', concat(${stockMessages.INSUFFICIENT_STOCK}::text, ' ', old_stock), 'current', old_stock))
            when old_stock::bigint + stock_change > 2147483647 then jsonb_build_array(jsonb_build_object(
            'code', 'TOO_LARGE', 'field', 'amount_change',
            'message', concat(${stockMessages.TOO_LARGE}::text, ' ', old_stock)))
            else '[]' end
          || case when stock_as_of < last_as_of then jsonb_build_array(jsonb_build_object(
            'code', 'STOCK_OUTDATED', 'field', 'as_of',
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
        from ${items} window same_target as (partition by target)
      ) numbered
    ) checked`
}
