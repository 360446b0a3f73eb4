import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { useDraftWarning } from '../../../ui/use-draft-warning.ts'
import { changedFields, isSameRule, type RuleForm } from './rule-form.ts'

/** What was typed, and the rule as it was then. */
type Draft = { form: RuleForm; base: RuleForm }

/**
 * Returns the form of a rule. What was typed is stored until it is saved or discarded, also when the page is left or
 * reloaded. `stored` is the rule as the service has it now; it has a conflict with the form if it has changed since
 * the first change of the form.
 */
export function useRuleDraft(id: string, stored: RuleForm) {
  const key = draftKey(useSignedIn().me, 'rule', id)
  const [draft, setDraft] = useState(() => drafts.read<Draft>(key))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const isDirty = draft !== undefined && !isSameRule(draft.form, draft.base)
  const isOutdated = draft !== undefined && !isSameRule(draft.base, stored)
  const current = draft && (isDirty || !isOutdated) ? draft : { form: stored, base: stored }
  useDraftWarning(key, {
    isDirty,
    kept: t.rules.form.kept(current.form.name.trim() || t.rules.unnamed)
  })

  function store(next: Draft | undefined) {
    setDraft(next)
    if (next && !isSameRule(next.form, next.base)) drafts.write(key, next)
    else drafts.delete(key)
  }
  return {
    form: current.form,
    isDirty,
    isRestored: isRestored && isDirty,
    /** True if someone else has changed the rule, so that saving would undo that. */
    hasConflict: isDirty && isOutdated,
    /** The fields that someone else has changed. */
    conflicting: changedFields(current.base, stored),
    change: (changes: Partial<RuleForm>) => store({ ...current, form: { ...current.form, ...changes } }),
    /** Forgets what was typed. */
    discard() {
      setRestored(false)
      store(undefined)
    },
    /** Makes what was typed a change of the rule as it is now. */
    rebase: () => store({ form: current.form, base: stored })
  }
}
