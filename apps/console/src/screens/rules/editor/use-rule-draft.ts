import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/rules.ts'
import { draftKey } from '../../../ui/drafts.ts'
import type { Merged, Prefer, Versions } from '../../../ui/merge-changes.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useDraftWarning } from '../../../ui/use-draft-warning.ts'
import { changedFields, isSameRule, type RuleForm } from './rule-form.ts'

/**
 * Returns the form of a rule. What was typed is stored until it is saved or discarded, also when the page is left or
 * reloaded. `stored` is the rule as the service has it now.
 */
export function useRuleDraft(id: string, stored: RuleForm) {
  const key = draftKey(useSignedIn().me, 'rule', id)
  const {
    values: form,
    isChanged: isDirty,
    ...draft
  } = useDraft(key, stored, {
    merge: mergeRules,
    isSame: isSameRule
  })
  useDraftWarning(key, { isDirty, kept: rulesTexts.form.kept(form.name.trim() || rulesTexts.unnamed) })
  return { ...draft, form, isDirty, hasConflict: draft.conflicts.length > 0 }
}

/**
 * The parts of a rule depend on each other, so two changes of it are always a conflict. `conflicts` are the fields that
 * someone else has changed.
 */
function mergeRules({ values, base, current }: Versions<RuleForm>, prefer: Prefer = 'ask'): Merged<RuleForm> {
  if (prefer === 'current' || isSameRule(values, base))
    return { values: isSameRule(base, current) ? values : current, base: current, conflicts: [] }
  const conflicts = changedFields(base, current)
  if (prefer === 'mine' || conflicts.length === 0) return { values, base: current, conflicts: [] }
  return { values, base, conflicts }
}
