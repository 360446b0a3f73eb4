import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound, Problem } from '../../errors.ts'
import { changesBetween, changesOf } from '../../event-changes.ts'
import { changeRecorder, recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { formatMoney } from '../../lib/decimal.ts'
import * as queries from './queries.ts'
import { requireReferences } from './references.ts'
import { agreementFaults } from './rules.ts'
import {
  type ApprovalRule,
  type ApprovalRuleList,
  type ApprovalRulePatch,
  maxRules,
  type NewApprovalRule,
  type NewRuleConditions
} from './schema.ts'

const record = changeRecorder('approval_rule')

/** A new rule and the id under which it was stored. */
type Created = { id: string; json: JsonText<ApprovalRule> }

/**
 * Creates an approval rule after all others (contract 4.16). Throws 409 `TOO_MANY_RULES` if there are already
 * `maxRules`.
 */
export async function createRule(tx: Tx, caller: Caller, input: NewApprovalRule): Promise<Created> {
  const rule = storedRule(input)
  await requireReferences(tx, [{ pointer: '', when: rule.when }])
  const [, id] = await Promise.all([queries.lockRuleList(tx), queries.insertRule(tx, rule)])
  if (!id) {
    const detail = `There are already ${maxRules} approval rules, which is the maximum. Delete one first.`
    throw new Problem('TOO_MANY_RULES', { detail })
  }
  await record(tx, caller, { change: 'created', id, details: { name: rule.name } })
  return { id, json: await read(tx, id) }
}

/** Locks an approval rule, merges a patch into it and checks the merged result (contract 4.16). */
export async function updateRule(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ApprovalRulePatch }
): Promise<JsonText<ApprovalRule>> {
  const { stored, before } = await lockForChange(tx, caller, id)
  const merged = { ...stored, ...patch }
  const faults = agreementFaults(merged)
  if (faults.length > 0) throw invalid(faults)
  const rule = storedRule(merged)
  if (patch.when !== undefined) await requireReferences(tx, [{ pointer: '', when: rule.when }])
  await queries.updateRule(tx, id, rule)
  const [json, changedFields] = [await read(tx, id), Object.keys(patch)]
  const details = changesBetween(before, json, changedFields)
  await record(tx, caller, { change: 'updated', id, changedFields, details })
  return json
}

/** Deletes an approval rule. What it has decided stays decided. */
export async function deleteRule(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { stored } = await lockForChange(tx, caller, id)
  await queries.deleteRule(tx, id)
  await record(tx, caller, { change: 'deleted', id, details: { name: stored.name } })
}

/**
 * Puts the approval rules in the order of `ids`. Throws a 400 unless `ids` contains the id of each rule. `ids`
 * must not contain an id twice.
 */
export async function orderRules(
  tx: Tx,
  caller: Caller,
  input: { ids: string[] }
): Promise<JsonText<ApprovalRuleList>> {
  const ids = input.ids.map((id) => id.toLowerCase())
  await queries.lockRuleList(tx)
  const stored = await queries.lockRules(tx)
  await requireMatch(caller, () => queries.listRules(tx))
  requireSameIds(ids, stored)
  if (ids.some((id, index) => id !== stored[index])) {
    await queries.updatePositions(tx, ids)
    const subject = { type: 'approval_rule', id: null }
    const details = changesOf({ ids: stored }, { ids }, ['ids'])
    await recordEvent(tx, caller, { type: 'approval_rule.reordered', vendorId: null, subject, details })
  }
  return queries.listRules(tx)
}

function requireSameIds(ids: string[], stored: string[]): void {
  const storedIds = new Set(stored)
  const faults = ids.flatMap((id, index) =>
    storedIds.has(id)
      ? []
      : [fault(`/ids/${index}`, 'UNKNOWN_RULE', 'must be the id of an existing approval rule')]
  )
  const ordered = new Set(ids)
  const missing = stored.filter((id) => !ordered.has(id))
  if (missing.length > 0) {
    faults.push(
      fault(
        '/ids',
        'RULE_MISSING',
        `must contain the ids of all approval rules; missing: ${missing.join(', ')}`
      )
    )
  }
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Converts a valid rule of a request into the stored format: ids are in lower case, prices have at least two
 * decimals, and omitted fields have their defaults.
 */
export function storedRule(rule: NewApprovalRule): queries.StoredRule {
  const { name, isActive, when, then: decision, reasons, samplePercent } = rule
  return {
    name,
    isActive,
    when: storedConditions(when),
    then: decision,
    reasons: reasons ?? null,
    samplePercent: samplePercent ?? '0'
  }
}

function storedConditions({
  vendorIds,
  categoryIds,
  maxVendorPrice,
  ...others
}: NewRuleConditions): NewRuleConditions {
  const lowerCase = (ids: string[]) => ids.map((id) => id.toLowerCase())
  return {
    ...others,
    ...(vendorIds && { vendorIds: lowerCase(vendorIds) }),
    ...(categoryIds && { categoryIds: lowerCase(categoryIds) }),
    ...(typeof maxVendorPrice === 'string' && { maxVendorPrice: formatMoney(maxVendorPrice) })
  }
}

/**
 * Locks an approval rule and checks `If-Match`. Returns the rule as it is stored, and as the response before the change. Throws
 * 404 if there is no rule with this id.
 */
async function lockForChange(tx: Tx, caller: Caller, id: string) {
  const stored = orNotFound(await queries.lockRule(tx, id))
  const before = await read(tx, id)
  await requireMatch(caller, async () => before)
  return { stored, before }
}

async function read(tx: Tx, id: string): Promise<JsonText<ApprovalRule>> {
  return orNotFound(await queries.findRule(tx, id))
}
