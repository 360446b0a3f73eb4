import {
  type ApprovalRule,
  type ApprovalRulePreview,
  BadRequest,
  type Fault,
  type PreviewedApprovalRule,
  type Purveyor
} from '@purveyor/client'

/** The service takes up to 5 minutes, in milliseconds. */
export const maxDurationMs = 330_000

/** Each attempt removes the deleted vendors and categories that the response of the last one named. */
const maxAttempts = 20

export type Preview = ApprovalRulePreview & {
  /** The number of vendors and categories of the rules that don't exist any more. They match nothing. */
  deletedCount: number
}

/** Returns a stored rule as the preview accepts it. */
export function previewedRule(rule: ApprovalRule): PreviewedApprovalRule {
  const { createdAt: _, updatedAt: __, ...fields } = rule
  return fields
}

/**
 * Returns what rules would have decided on the last 30 days. The API refuses rules that name deleted vendors or
 * categories, which match nothing, so these are left out.
 */
export async function previewRules(
  purveyor: Purveyor,
  rules: PreviewedApprovalRule[],
  signal: AbortSignal
): Promise<Preview> {
  let tried = rules
  let deletedCount = 0
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { signal, timeoutMs: maxDurationMs }
      const preview = await purveyor.platform.approvalRules.preview({ rules: tried }, options)
      return { ...preview, deletedCount }
    } catch (error) {
      if (!(error instanceof BadRequest) || attempt === maxAttempts) throw error
      const reduced = withoutUnknown(tried, error.faults)
      if (!reduced) throw error
      deletedCount += error.faults.length
      tried = reduced
    }
  }
}

const unknown = /^\/rules\/(\d+)\/when\/(vendorIds|categoryIds)\/(\d+)$/

/**
 * Returns the rules without the vendors and categories that the faults name. A rule that only names deleted ones is
 * inactive. Returns undefined if a fault has another cause.
 */
export function withoutUnknown(
  rules: readonly PreviewedApprovalRule[],
  faults: readonly Fault[]
): PreviewedApprovalRule[] | undefined {
  const removed = new Set<string>()
  for (const { code, pointer } of faults) {
    if (!['UNKNOWN_VENDOR', 'UNKNOWN_CATEGORY'].includes(code) || !unknown.test(pointer ?? ''))
      return undefined
    removed.add(pointer ?? '')
  }
  if (removed.size === 0) return undefined
  return rules.map((rule, index) => {
    const when = { ...rule.when }
    let { isActive } = rule
    for (const field of ['vendorIds', 'categoryIds'] as const) {
      const ids = when[field]
      if (!ids) continue
      const left = ids.filter((_, position) => !removed.has(`/rules/${index}/when/${field}/${position}`))
      if (left.length > 0) when[field] = left
      else {
        delete when[field]
        isActive = false
      }
    }
    return { ...rule, isActive, when }
  })
}
