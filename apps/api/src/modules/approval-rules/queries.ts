import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import {
  type ApprovalRule,
  type ApprovalRuleList,
  maxRules,
  type NewRuleConditions,
  type NewRuleReason
} from './schema.ts'

/**
 * A complete approval rule in the format of a request. `samplePercent` is decimal text. `reasons` is null unless
 * `then` is REJECT.
 */
export type StoredRule = {
  name: string
  isActive: boolean
  when: NewRuleConditions
  then: ApprovalRule['then']
  reasons: NewRuleReason[] | null
  samplePercent: string
}

/** A SQL expression for the JSON of a row `r` of approval_rules. */
function ruleJson(sql: Handle) {
  return sql`json_build_object('id', r.id, 'name', r.name, 'isActive', r.is_active, 'when', r.conditions,
    'then', r.decision, 'reasons', (
      select coalesce(json_agg(json_build_object('code', e.reason -> 'code', 'pointer', e.reason -> 'pointer',
        'text', e.reason -> 'text') order by e.n), '[]')
      from jsonb_array_elements(r.reasons) with ordinality e (reason, n)),
    'samplePercent', trim_scale(r.sample_percent), 'createdAt', iso_text(r.created_at),
    'updatedAt', iso_text(r.updated_at))`
}

/** Returns all approval rules as JSON text, in their order. There are at most `maxRules`. */
export async function listRules(sql: Handle): Promise<JsonText<ApprovalRuleList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('rules', coalesce(json_agg(${ruleJson(sql)} order by r.position), '[]'))::text as json
    from approval_rules r`
  return row?.json ?? '{"rules":[]}'
}

/** Returns an approval rule as JSON text, or undefined if there is none with this id. */
export async function findRule(sql: Handle, id: string): Promise<JsonText<ApprovalRule> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${ruleJson(sql)}::text as json from approval_rules r where r.id = ${id}`
  return row?.json
}

/** Locks an approval rule until the transaction ends. Returns undefined if there is none with this id. */
export async function lockRule(tx: Tx, id: string): Promise<StoredRule | undefined> {
  const [row] = await tx<StoredRule[]>`
    select name, is_active, conditions as "when", decision as "then",
      case decision when 'REJECT' then reasons end as reasons, trim_scale(sample_percent)::text as sample_percent
    from approval_rules where id = ${id} for update`
  return row
}

/**
 * Until this transaction ends, other transactions that want to add an approval rule or to change the order of
 * the rules wait.
 */
export async function lockRuleList(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('approval_rules', 2))`
}

/** The values of `columns`, in the same order. */
function values(sql: Handle, rule: StoredRule) {
  return sql`${rule.name}, ${rule.isActive}::boolean, jsonb_strip_nulls(${sql.json(rule.when)}),
    ${rule.then}, coalesce((
      select jsonb_agg(jsonb_build_object('code', e.reason -> 'code', 'pointer', e.reason -> 'pointer',
        'imageId', null, 'text', e.reason -> 'text') order by e.n)
      from jsonb_array_elements(${sql.json(rule.reasons ?? [])}) with ordinality e (reason, n)), '[]'),
    ${rule.samplePercent}::numeric`
}

const columns = 'name, is_active, conditions, decision, reasons, sample_percent'

/**
 * Inserts an approval rule after all others and returns its id, or undefined if there are already `maxRules`.
 * Call `lockRuleList` first.
 */
export async function insertRule(tx: Tx, rule: StoredRule): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into approval_rules (position, ${tx.unsafe(columns)})
    select last.position + 1, ${values(tx, rule)}
    from (select count(*) as count, coalesce(max(position), 0) as position from approval_rules) last
    where last.count < ${maxRules}
    returning id`
  return row?.id
}

/** Updates everything except the position of an approval rule. */
export async function updateRule(tx: Tx, id: string, rule: StoredRule): Promise<void> {
  await tx`
    update approval_rules set (${tx.unsafe(columns)}) = row(${values(tx, rule)}), updated_at = now()
    where id = ${id}`
}

/** Deletes an approval rule. The others stay in their order. */
export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await tx`delete from approval_rules where id = ${id}`
}

/** Locks all approval rules until the transaction ends. Returns their ids in their order. */
export async function lockRules(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with locked as (select id, position from approval_rules order by id for update)
    select id from locked order by position`
  return rows.map(({ id }) => id)
}

/** Puts the approval rules in the order of `ids`, which must contain the ids of all rules. */
export async function updatePositions(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    update approval_rules r set position = o.position
    from unnest(${ids}::uuid[]) with ordinality o (id, position)
    where r.id = o.id and r.position <> o.position`
}

/** Ids of vendors, categories and approval rules that a request contains, or some of them. */
export type RuleReferences = { vendorIds: string[]; categoryIds: string[]; ruleIds: string[] }

/**
 * Returns those of the ids that exist. Also locks the categories, so that they can't be deleted until the
 * transaction ends. Vendors are never deleted.
 */
export async function listExisting(sql: Handle, ids: RuleReferences): Promise<RuleReferences> {
  const [existing] = await sql<RuleReferences[]>`
    with c as (
      select id from categories where id = any(${ids.categoryIds}::uuid[]) and merged_at is null
      order by id for key share)
    select array(select id from c) as category_ids,
      array(select id from vendors where id = any(${ids.vendorIds}::uuid[])) as vendor_ids,
      array(select id from approval_rules where id = any(${ids.ruleIds}::uuid[])) as rule_ids`
  return existing ?? { vendorIds: [], categoryIds: [], ruleIds: [] }
}
