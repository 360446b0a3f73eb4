import type { Fragment, Tx } from '../../../db/connect.ts'
import { factColumns } from '../../products/approval/fact-queries.ts'
import type { NewDecision } from '../../products/approval/new-decision-queries.ts'
import { activeRules, evaluateRules } from '../../products/approval/rule-queries.ts'

/**
 * Evaluates the active approval rules on the items of a chunk that create products, before the products are
 * inserted. Leaves out items with images, which are evaluated when their images are final, and items that no rule
 * decides. `rows` are the rows of `newRows`; items whose id is null are left out.
 *
 * If no rule is active, the items aren't read.
 */
export async function decideNewItems(tx: Tx, vendorId: string, rows: Fragment): Promise<NewDecision[]> {
  // A flat item contains the fields of the product and of its variant, other items contain the product.
  const facts = tx`(
    select i.id, 'PRODUCT' as kind, 1 as version, v.id as vendor_id, ${tx.unsafe(factColumns('document'))},
      jsonb_array_length(d.variants) > 0 as is_sellable
    from vendors v cross join ${rows} c
      cross join lateral rows from (jsonb_array_elements(c.items), unnest(c.ids)) as i (item, id)
      cross join lateral (
        select coalesce(i.item -> 'product', i.item) as product,
          case when i.item ? 'product' then i.item #> '{product,variants}' else jsonb_build_array(i.item) end as variants,
          coalesce(i.item -> 'categoryIds', i.item #> '{termIds,categoryIds}') as category_ids
        offset 0) d
    where v.id = ${vendorId} and i.id is not null and i.item ->> 'images' is null)`
  return await tx<NewDecision[]>`
    with ${evaluateRules(tx, { facts, rules: activeRules(tx) })}, decided as (
      select array_agg(m.id order by m.id) as ids, m.is_sample, any_value(m.decision) as decision,
        any_value(m.reasons) as reasons, jsonb_build_object('id', m.rule_key, 'name', any_value(m.rule_name)) as rule
      from matched m
      where m.decision <> 'QUEUE' and (m.is_sample or m.is_sellable and m.missing_attributes = 0 or m.decision = 'REJECT')
      group by m.rule_key, m.is_sample
    )
    select d.*, case when not d.is_sample then decided_moderation(null, null, jsonb_build_object('target', 'PRODUCT',
      'decision', case d.decision when 'APPROVE' then 'APPROVED' else 'REJECTED' end, 'reasons', d.reasons,
      'fields', '{}'::jsonb), now()) end as moderation
    from decided d`
}
