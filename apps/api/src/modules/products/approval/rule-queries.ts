import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Reason } from '../write/reason.ts'
import type { LockedProduct } from '../write/stored-queries.ts'
import { factColumns } from './fact-queries.ts'

/**
 * Returns common table expressions that evaluate approval rules. Use them in a `with` clause, and read the result
 * from `matched`: one row for each entry that a rule matches, with the columns
 *
 * - those of `facts`
 * - `rule_key`, `rule_name`, `rule_position`, `decision` (APPROVE, REJECT or QUEUE) and `reasons`: the first rule that
 *   matches
 * - `sample_percent`: that of the rule
 * - `is_sample`: true if the rule would decide, but this version of the entry is a sample, which waits for a person
 *
 * Entries that no rule matches are omitted.
 *
 * `facts` is a table expression with the entries, which can be new products and revisions: `id` (uuid, of the
 * product), `kind` (PRODUCT or REVISION), `version`, `vendor_id`, and the columns of `factColumns`.
 *
 * `rules` is a table expression with the rules in any order: `position`, `rule_key` (text), `rule_name`,
 * `conditions` (jsonb, as `when` in the API), `decision`, `reasons`, `sample_percent`.
 */
export function evaluateRules(sql: Handle, { facts, rules }: { facts: Fragment; rules: Fragment }): Fragment {
  return sql`
    rule as materialized (
      select r.position, r.rule_key, r.rule_name, r.decision, r.reasons, r.sample_percent, c.kinds,
        c."vendorIds" as vendor_ids, trust_rank(c."minTrust") as min_trust, c."onlyFields" as only_fields,
        c."maxTextChange" as max_text_change, c."minImages" as min_images, c."maxVendorPrice" as max_vendor_price,
        (select array_agg(plain_words(folded_text(w))) from unnest(c."withoutWords") as w) as without_words,
        coalesce(c."withoutLinks", false) as without_links, c."missingAttributes" as missing_attributes,
        case when c."categoryIds" is not null then array(
          with recursive below as (
            select t.id from categories t where t.id = any(c."categoryIds")
            union
            select t.id from categories t join below b on t.parent_id = b.id
          ) select id from below) end as category_ids
      from ${rules} r cross join lateral jsonb_to_record(r.conditions) as c (kinds text[], "vendorIds" uuid[],
        "minTrust" text, "categoryIds" uuid[], "onlyFields" text[], "maxTextChange" numeric, "minImages" integer,
        "maxVendorPrice" numeric, "withoutWords" text[], "withoutLinks" boolean, "missingAttributes" boolean)
    ), need as materialized (
      -- Texts that contain none of the first words need no further comparison, which would be expensive. A word
      -- with other letters than those of ASCII counts as contained in all texts.
      select array(
          select distinct case when w ~ '[^ -~]' then '' else split_part(w, ' ', 2) end
          from rule cross join unnest(without_words) as w) as first_words,
        coalesce((select bool_or(without_links) from rule), false) as links
    ), fact as materialized (
      select f.*, case when n.links then has_links(f.texts, s.searched) end as has_links,
        case when exists (select from unnest(n.first_words) as w where position(w in s.searched) > 0)
          then plain_words(s.searched) end as words
      -- With offset 0, each text is computed once, and not for each expression that refers to it.
      from need n cross join (select * from ${facts} entry offset 0) f
        cross join lateral (
          select case when n.links or n.first_words <> '{}' then searched_text(f.texts) end as searched offset 0) s
      where exists (select from rule)
    ), matched as materialized (
      select f.*, r.rule_key, r.rule_name, r.position as rule_position, r.decision, r.reasons, r.sample_percent,
        r.decision <> 'QUEUE' and is_sample(f.id, f.version, r.rule_key, r.sample_percent) as is_sample
      from fact f cross join lateral (
        select * from rule r
        where (r.kinds is null or f.kind = any(r.kinds))
          and (r.vendor_ids is null or f.vendor_id = any(r.vendor_ids))
          and (r.min_trust is null or trust_rank(f.trust) >= r.min_trust)
          and (r.category_ids is null or f.category_ids && r.category_ids)
          and (r.only_fields is null or f.kind = 'REVISION' and f.fields <@ r.only_fields)
          and (r.max_text_change is null or f.kind = 'REVISION' and f.text_change <= r.max_text_change)
          and (r.min_images is null or f.image_count >= r.min_images)
          and (r.max_vendor_price is null or f.max_vendor_price <= r.max_vendor_price)
          and (r.without_words is null
            or not exists (select from unnest(r.without_words) as w where position(w in f.words) > 0))
          and (not r.without_links or not f.has_links)
          and (r.missing_attributes is null or (coalesce(f.missing_attributes, 0) > 0) = r.missing_attributes)
        order by r.position limit 1
      ) r
    )`
}

/** Returns a table expression with the active rules, for `evaluateRules`. */
export function activeRules(sql: Handle): Fragment {
  return sql`(
    select position, id::text as rule_key, name as rule_name, conditions, decision, reasons, sample_percent
    from approval_rules where is_active)`
}

/**
 * Returns a table expression with those of the given products that wait for a decision, for `evaluateRules`. It also
 * has the other columns that `RuleMatch` needs. Products for which an upload still fetches images are left out:
 * they are evaluated when all their images are final.
 *
 * The ids are wrapped in a subselect, so that the planner estimates the same for all values and uses a generic plan.
 * Planning the statement takes longer than executing it.
 */
function storedFacts(sql: Handle, productIds: string[]): Fragment {
  return sql`(
    select p.id, w.kind, p.moderation_version as version, p.vendor_id,
      ${sql.unsafe(factColumns('stored'))},
      p.sku, p.status, p.sampled_by, p.pending_revision -> 'images' as staged_images,
      exists (select from variants x where x.product_id = p.id)
        and not exists (select from attribute_issues i where i.product_id = p.id) as is_approvable
    from products p join vendors v on v.id = p.vendor_id
      cross join lateral (
        select case p.status when 'PENDING_APPROVAL' then 'PRODUCT' else 'REVISION' end as kind) w
    where p.id = any((select ${productIds}::uuid[])::uuid[])
      and (p.status = 'PENDING_APPROVAL' or p.pending_revision is not null)
      and not exists (select from import_images i where i.product_id = p.id and i.status = 'PENDING'))`
}

/** A waiting entry of the moderation queue, and the first active rule that matches it. */
export type RuleMatch = LockedProduct & {
  kind: 'PRODUCT' | 'REVISION'
  /** Null if no rule matches. In this case, `sampledBy` isn't null. */
  rule: { id: string; name: string; decision: 'APPROVE' | 'REJECT' | 'QUEUE'; reasons: Reason[] } | null
  /** True if the rule would decide, but the entry is a sample, which waits for a person. */
  isSample: boolean
  /** The rule that made the entry a sample before. */
  sampledBy: string | null
  /** True if a new product can be approved: it has variants, and no issues of its attributes. */
  isApprovable: boolean
}

/**
 * Evaluates the active rules on those of the given products that wait for a decision. Returns the entries that a rule
 * matches, and those that are samples of a rule that no longer matches. An entry stays a sample of the rule until it
 * is decided or withdrawn, so that further edits don't choose again. The products must be locked.
 *
 * If no rule is active, the statement reads only the rules and, by their ids, the products.
 */
export async function matchRules(tx: Tx, productIds: string[]): Promise<RuleMatch[]> {
  if (productIds.length === 0) return []
  return tx<RuleMatch[]>`
    with ${evaluateRules(tx, { facts: storedFacts(tx, productIds), rules: activeRules(tx) })}
    select m.id, m.vendor_id, m.sku, m.status, m.version as moderation_version, m.fields as revised_fields,
      m.staged_images, m.kind, m.is_sample or m.decision <> 'QUEUE' and m.sample_percent > 0
        and m.sampled_by::text = m.rule_key as is_sample, m.sampled_by, m.is_approvable, jsonb_build_object('id', m.rule_key,
        'name', m.rule_name, 'decision', m.decision, 'reasons', m.reasons) as rule
    from matched m
    union all
    select p.id, p.vendor_id, p.sku, p.status, p.moderation_version,
      case when p.pending_revision is not null then array(select jsonb_object_keys(p.pending_revision)) end,
      p.pending_revision -> 'images', case p.status when 'PENDING_APPROVAL' then 'PRODUCT' else 'REVISION' end,
      false, p.sampled_by, true, null
    from products p
    where p.id = any((select ${productIds}::uuid[])::uuid[]) and p.sampled_by is not null
      and not exists (select from matched m where m.id = p.id)`
}
