import type { ApprovalRuleApplication } from '@purveyor/client'

/**
 * Returns the result of several requests that apply the rules. Each request begins again with the entries that have
 * waited longest, so those that stay in the queue are in every result, and only the last count is right.
 */
export function addApplication(
  total: ApprovalRuleApplication | undefined,
  next: ApprovalRuleApplication
): ApprovalRuleApplication {
  if (!total) return next
  const approved = total.approved + next.approved
  const rejected = total.rejected + next.rejected
  return { ...next, approved, rejected, evaluated: approved + rejected + next.queued }
}
