import { notifications } from '@mantine/notifications'
import { NotFound, PreconditionFailed, type ReasonTemplate } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { templateKeys } from '../../ui/use-reason-templates.ts'
import {
  changesOf,
  contentOf,
  isSame,
  normalizedCode,
  type ReasonContent,
  type ReasonValues,
  valuesOf
} from './reason-values.ts'
import { suggestCode } from './templates.ts'

/** What a person has typed, and the reason as it was when the person began. */
type Draft = { values: ReasonValues; base?: ReasonContent }

type Options = {
  /** The id in the address, or `new`. */
  id: string
  /** The reason to edit. Undefined if it is new, or was deleted while it was edited. */
  template: ReasonTemplate | undefined
  taken: ReadonlySet<string>
  onSaved: () => void
}

/** The form of a reason. What is typed is stored as a draft until it is saved or discarded. */
export function useReasonForm({ id, template, taken, onSaved }: Options) {
  const { me } = useSignedIn()
  const key = draftKey(me, 'reason', id)
  const [draft] = useState(() => drafts.read<Draft>(key))
  const [base, setBase] = useState(template)
  const [values, setValues] = useState(draft?.values ?? valuesOf(template))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const [conflict, setConflict] = useState(() => conflictOf(id, template, draft))
  const save = useSave(key, {
    onConflict(current) {
      setBase(current)
      setConflict(current ? 'changed' : 'deleted')
      if (current) drafts.write(key, { values, base: contentOf(current) } satisfies Draft)
    }
  })

  function change(changed: Partial<ReasonValues>) {
    const next = { ...values, ...changed }
    if (next.isCodeSuggested && changed.text !== undefined) next.code = suggestCode(next.text, taken)
    setValues(next)
    const isUnchanged = base ? isSame(next, base) : next.text === '' && next.code === ''
    if (isUnchanged) drafts.delete(key)
    else drafts.write(key, { values: next, ...(base && { base: contentOf(base) }) } satisfies Draft)
  }
  function reset() {
    drafts.delete(key)
    setValues(valuesOf(base))
    setRestored(false)
    setConflict(undefined)
    save.reset()
  }
  function submit() {
    const sent = { ...contentOf(values), code: normalizedCode(values.code) }
    if (base && isSame(sent, base)) {
      drafts.delete(key)
      return onSaved()
    }
    setRestored(false)
    save.mutate({ values: sent, base }, { onSuccess: onSaved })
  }
  return { base, values, change, reset, submit, save, isRestored, conflict }
}

export type ReasonForm = ReturnType<typeof useReasonForm>

function conflictOf(id: string, template: ReasonTemplate | undefined, draft: Draft | undefined) {
  if (!template) return id === 'new' ? undefined : 'deleted'
  return draft?.base && !isSame(draft.base, template) ? 'changed' : undefined
}

/** `onConflict` gets the reason as it is now, or undefined if it was deleted. */
function useSave(key: string, { onConflict }: { onConflict: (current: ReasonTemplate | undefined) => void }) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: ({ values, base }: { values: ReasonContent; base: ReasonTemplate | undefined }) =>
      base
        ? purveyor.platform.reasonTemplates.update(base, changesOf(values, base))
        : purveyor.platform.reasonTemplates.create(values),
    async onSuccess({ code }, { base }) {
      drafts.delete(key)
      notifications.show({ message: base ? t.reasons.saved(code) : t.reasons.created(code), color: 'green' })
      await queries.invalidateQueries({ queryKey: templateKeys.all })
    },
    onError(error, { base }) {
      if (!isShown.current) notifyError(error)
      const current = error instanceof PreconditionFailed ? error.current : undefined
      if (current) onConflict(current as ReasonTemplate)
      else if (base && error instanceof NotFound) onConflict(undefined)
    }
  })
}
