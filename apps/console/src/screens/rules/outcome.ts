import type { ApprovalRulePreview } from '@purveyor/client'

/** What one rule would have decided, of what earlier rules leave. */
export type RuleOutcome = {
  evaluated: number
  /** The entries that earlier rules match. */
  earlier: number
  approved: number
  rejected: number
  queued: number
  samples: number
  /** The entries that reach this rule and don't match it. */
  unmatched: number
  differences: number
}

/** Returns the part of a preview that is about the rule with this index. */
export function outcomeOf(preview: ApprovalRulePreview, index: number): RuleOutcome {
  const rule = preview.byRule[index]
  const earlier = preview.byRule.slice(0, index).reduce((sum, one) => sum + matchedBy(one), 0)
  const { approved = 0, rejected = 0, queued = 0, samples = 0, differences = 0 } = rule ?? {}
  const unmatched = preview.evaluated - earlier - approved - rejected - queued
  return {
    evaluated: preview.evaluated,
    earlier,
    approved,
    rejected,
    queued,
    samples,
    unmatched,
    differences
  }
}

/** Returns the number of entries that a rule matches. */
function matchedBy(rule: { approved: number; rejected: number; queued: number }): number {
  return rule.approved + rule.rejected + rule.queued
}
