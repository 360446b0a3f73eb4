import { NotFound, PreconditionFailed, type ReasonTemplate } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { reasonsTexts } from '../../texts/reasons.ts'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { useForm } from '../../ui/use-form.ts'
import { templateKeys } from '../../ui/use-reason-templates.ts'
import {
  changesOf,
  contentOf,
  isField,
  isSame,
  normalizedCode,
  type ReasonValues,
  valuesOf
} from './reason-values.ts'
import { suggestCode } from './templates.ts'

type Options = {
  /** The id in the address, or `new`. */
  id: string
  /** The reason to edit. Undefined if it is new, or was deleted while it was edited. */
  template: ReasonTemplate | undefined
  taken: ReadonlySet<string>
  onSaved: () => void
}

/** The form of a reason. `base` is the reason as it is stored now. One that was deleted is created again. */
export function useReasonForm({ id, template, taken, onSaved }: Options) {
  const { me, purveyor } = useSignedIn()
  const queries = useQueryClient()
  const { reasonTemplates } = purveyor.platform
  const [base, setBase] = useState(template)
  // A deleted reason stays in the form as it was.
  const [initial, setInitial] = useState(() =>
    template || id === 'new' ? valuesOf(template) : draftedValues(draftKey(me, 'reason', id))
  )
  const form = useForm<ReasonValues, ReasonTemplate>({
    kind: 'reason',
    id,
    initial,
    isSame,
    isField,
    send(values) {
      const sent = { ...contentOf(values), code: normalizedCode(values.code) }
      return base ? reasonTemplates.update(base, changesOf(sent, base)) : reasonTemplates.create(sent)
    },
    message: ({ code }) => (base ? reasonsTexts.saved(code) : reasonsTexts.created(code)),
    onSaved() {
      onSaved()
      return queries.invalidateQueries({ queryKey: templateKeys.all })
    },
    onFailed(error) {
      const current = error instanceof PreconditionFailed ? error.current : undefined
      if (current) {
        setBase(current as ReasonTemplate)
        setInitial(valuesOf(current as ReasonTemplate))
      } else if (error instanceof NotFound) setBase(undefined)
    }
  })
  function change(changed: Partial<ReasonValues>) {
    const next = { ...form.values, ...changed }
    const isSuggested = next.isCodeSuggested && changed.text !== undefined
    form.change({ ...changed, ...(isSuggested && { code: suggestCode(next.text, taken) }) })
  }
  function submit() {
    if (!base || form.isChanged) return form.save()
    form.discard()
    onSaved()
  }
  return { ...form, base, change, submit, isDeleted: base === undefined && id !== 'new' }
}

export type ReasonForm = ReturnType<typeof useReasonForm>

/** Returns the values with which the person began to edit a reason. */
function draftedValues(key: string): ReasonValues {
  return drafts.read<{ base: ReasonValues }>(key)?.base ?? valuesOf(undefined)
}
