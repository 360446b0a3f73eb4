import type { Handle } from '../../db/connect.ts'
import { type Fault, invalid } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { listExisting, type RuleReferences } from './queries.ts'
import type { NewRuleConditions } from './schema.ts'

/** A rule of a request, or a part of one. `pointer` is its JSON Pointer. `id` is the id of an existing rule. */
export type ReferringRule = { pointer: string; id?: string; when?: NewRuleConditions }

/**
 * Throws a 400 that lists the ids of vendors, categories and approval rules that don't exist (contract 4.16).
 * All ids must be in lower case.
 */
export async function requireReferences(sql: Handle, rules: ReferringRule[]): Promise<void> {
  const ids: RuleReferences = {
    vendorIds: rules.flatMap(({ when }) => when?.vendorIds ?? []),
    categoryIds: rules.flatMap(({ when }) => when?.categoryIds ?? []),
    ruleIds: rules.flatMap(({ id }) => id ?? [])
  }
  if (Object.values(ids).every((list) => list.length === 0)) return
  const { vendorIds, categoryIds, ruleIds } = await listExisting(sql, ids)
  const existing = new Set([...vendorIds, ...categoryIds, ...ruleIds])
  const faults = rules.flatMap((rule) => unknownIds(rule, existing))
  if (faults.length > 0) throw invalid(faults)
}

function unknownIds({ pointer, id, when }: ReferringRule, existing: Set<string>): Fault[] {
  const listed = (field: 'vendorIds' | 'categoryIds', code: string, noun: string) =>
    (when?.[field] ?? []).flatMap((listedId, index) =>
      existing.has(listedId)
        ? []
        : [fault(`${pointer}/when/${field}/${index}`, code, `must be the id of an existing ${noun}`)]
    )
  return [
    ...(id === undefined || existing.has(id)
      ? []
      : [fault(`${pointer}/id`, 'UNKNOWN_RULE', 'must be the id of an existing approval rule')]),
    ...listed('vendorIds', 'UNKNOWN_VENDOR', 'vendor'),
    ...listed('categoryIds', 'UNKNOWN_CATEGORY', 'category')
  ]
}
