import type { Fragment, Handle } from '../../../db/connect.ts'

/**
 * Returns common table expressions that evaluate approval rules. Use them in a `with` clause, and read the result
 * from `matched`: one row for each entry that a rule matches, with the columns
 *
 * - those of `facts`
 * - `rule_key`, `rule_name`, `decision` (APPROVE, REJECT or QUEUE) and `reasons`: the first rule that matches
 * - `is_sample`: true if the rule would decide, but the entry is a sample, which waits for a person
 *
 * Entries that no rule matches are omitted.
 *
 * `facts` is a table expression with the entries, which can be new products and revisions:
 *
 * - `id` (uuid, of the product), `kind` (PRODUCT or REVISION), `version`, `vendor_id`, `trust`
 * - `category_ids` (uuid[]): the product's categories, without their ancestors
 * - `fields` (text[]): the changed fields of a revision; null for a new product
 * - `text_change` (numeric): the largest share of words that differ in one of the texts of a revision, from 0 to 1.
 *   0 if no text changes. Null if it is unknown.
 * - `image_count` (integer) and `max_vendor_price` (numeric): of the product as proposed
 * - `texts` (text): the name, the short description and the description as proposed, separated by spaces. It
 *   can contain HTML.
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
        (select array_agg(plain_words(w)) from unnest(c."withoutWords") as w) as without_words,
        coalesce(c."withoutLinks", false) as without_links,
        case when c."categoryIds" is not null then array(
          with recursive below as (
            select t.id from categories t where t.id = any(c."categoryIds")
            union
            select t.id from categories t join below b on t.parent_id = b.id
          ) select id from below) end as category_ids
      from ${rules} r cross join lateral jsonb_to_record(r.conditions) as c (kinds text[], "vendorIds" uuid[],
        "minTrust" text, "categoryIds" uuid[], "onlyFields" text[], "maxTextChange" numeric, "minImages" integer,
        "maxVendorPrice" numeric, "withoutWords" text[], "withoutLinks" boolean)
    ), need as materialized (
      select coalesce(bool_or(without_words is not null), false) as words, coalesce(bool_or(without_links), false) as links
      from rule
    ), fact as materialized (
      select f.*, case when n.words then plain_words(f.texts) end as words,
        case when n.links then has_links(f.texts) end as has_links
      from need n cross join ${facts} f
      where exists (select from rule)
    ), matched as materialized (
      select f.*, r.rule_key, r.rule_name, r.decision, r.reasons,
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
