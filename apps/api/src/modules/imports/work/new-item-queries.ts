import type { Fragment, Tx } from '../../../db/connect.ts'
import type { NewDecision } from '../../products/approval/new-decision-queries.ts'
import { activeRules, evaluateRules, ruleTexts } from '../../products/approval/rule-queries.ts'

/**
 * Evaluates the active approval rules on the items of a chunk that create products, before the products are
 * inserted. Leaves out items with images, which are evaluated when their images are final, and items that no rule
 * decides. `rows` are the rows of `newRows`; items whose id is null are left out.
 *
 * If no rule is active, the items aren't read.
 */
export async function decideNewItems(tx: Tx, vendorId: string, rows: Fragment): Promise<NewDecision[]> {
  const texts = ruleTexts(tx, {
    name: tx`coalesce(i.name, d.name)`,
    shortDescription: tx`d.short_description`,
    description: tx`coalesce(i.description, d.description)`
  })
  // A flat item contains the fields of the product and of its variant, other items contain the product.
  const facts = tx`(
    select i.id, 'PRODUCT' as kind, 1 as version, v.id as vendor_id, v.trust,
      coalesce(i.category_ids, d.category_ids, '{}') as category_ids, null::text[] as fields, 0::numeric as text_change,
      0 as image_count, coalesce(i.vendor_price, d.max_vendor_price) as max_vendor_price,
      ${texts} as texts,
      i.draft is null or d.variant_count > 0 as is_sellable
    from vendors v cross join ${rows} c
      cross join lateral rows from (
        jsonb_to_recordset(c.items) as (name text, description text, "vendorPrice" numeric, "categoryIds" uuid[],
          product jsonb, "termIds" jsonb, images jsonb),
        unnest(c.ids)
      ) as i (name, description, vendor_price, category_ids, draft, term_ids, images, id)
      left join lateral (
        select i.draft ->> 'name' as name, i.draft ->> 'shortDescription' as short_description,
          i.draft ->> 'description' as description,
          array(select jsonb_array_elements_text(i.term_ids -> 'categoryIds')::uuid) as category_ids,
          (select max((x ->> 'vendorPrice')::numeric) from jsonb_array_elements(i.draft -> 'variants') as x)
            as max_vendor_price,
          jsonb_array_length(i.draft -> 'variants') as variant_count
        where i.draft is not null
      ) d on true
    where v.id = ${vendorId} and i.id is not null and i.images is null)`
  return await tx<NewDecision[]>`
    with ${evaluateRules(tx, { facts, rules: activeRules(tx) })}, decided as (
      select array_agg(m.id order by m.id) as ids, m.is_sample, any_value(m.decision) as decision,
        any_value(m.reasons) as reasons, jsonb_build_object('id', m.rule_key, 'name', any_value(m.rule_name)) as rule
      from matched m
      where m.decision <> 'QUEUE' and (m.is_sample or m.is_sellable or m.decision = 'REJECT')
      group by m.rule_key, m.is_sample
    )
    select d.*, case when not d.is_sample then decided_moderation(null, null, jsonb_build_object('target', 'PRODUCT',
      'decision', case d.decision when 'APPROVE' then 'APPROVED' else 'REJECTED' end, 'reasons', d.reasons,
      'fields', '{}'::jsonb), now()) end as moderation
    from decided d`
}
