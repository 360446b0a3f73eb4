import type {
  ApprovalRule,
  ApprovalRuleConditions,
  ApprovalRuleDecision,
  NewApprovalRule,
  PreviewedApprovalRule
} from '@purveyor/client'

/** Conditions while they are being typed: a number that isn't complete is text. */
export type FormConditions = Omit<ApprovalRuleConditions, 'minImages'> & { minImages?: number | string }
export type ConditionName = keyof FormConditions
export type FormReason = { code: string | null; pointer: string | null; text: string }

/** An approval rule while it is being edited. */
export type RuleForm = {
  name: string
  isActive: boolean
  when: FormConditions
  then: ApprovalRuleDecision
  /** Also while `then` isn't REJECT, so that a change of mind loses nothing. */
  reasons: FormReason[]
  samplePercent: number | string
}

/** Returns the form of a new rule, which is off until the person switches it on. */
export function emptyForm(): RuleForm {
  return { name: '', isActive: false, when: {}, then: 'APPROVE', reasons: [], samplePercent: 0 }
}

/** Returns the form of a stored rule. */
export function formOf({ name, isActive, when, then, reasons, samplePercent }: ApprovalRule): RuleForm {
  return {
    name,
    isActive,
    when: { ...when },
    then,
    reasons: reasons.map((one) => ({ ...one })),
    samplePercent
  }
}

/** Returns what is sent to create or change the rule of a form. */
export function ruleOf(form: RuleForm): NewApprovalRule {
  const { name, isActive, then, reasons, samplePercent } = form
  return {
    name: name.trim(),
    isActive,
    when: conditionsOf(form.when),
    then,
    reasons: then === 'REJECT' ? reasons : [],
    samplePercent: then === 'QUEUE' || samplePercent === '' ? 0 : samplePercent
  }
}

/** Returns the conditions as they are sent. */
export function conditionsOf({ minImages, ...when }: FormConditions): ApprovalRuleConditions {
  return { ...when, ...(minImages !== undefined && { minImages: Number(minImages) }) }
}

/**
 * Returns the rule of a form as a preview accepts it: as if it were on. What doesn't change the result can be missing,
 * such as the name and the reasons.
 */
export function previewOf(form: RuleForm, id: string | undefined): PreviewedApprovalRule {
  const rule = ruleOf(form)
  return {
    ...(id !== undefined && { id }),
    ...rule,
    name: rule.name || '-',
    isActive: true,
    reasons: rule.then === 'REJECT' ? [{ text: '-' }] : []
  }
}

/** Returns true if two forms would store the same rule. The order of conditions doesn't matter. */
export function isSameRule(a: RuleForm, b: RuleForm): boolean {
  return changedFields(a, b).length === 0
}

const fields = ['name', 'isActive', 'when', 'then', 'reasons', 'samplePercent'] as const
export type RuleField = (typeof fields)[number]

/** Returns the fields in which two forms differ. */
export function changedFields(a: RuleForm, b: RuleForm): RuleField[] {
  const [one, other] = [ruleOf(a), ruleOf(b)]
  return fields.filter((field) => textOf(one[field]) !== textOf(other[field]))
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
}
