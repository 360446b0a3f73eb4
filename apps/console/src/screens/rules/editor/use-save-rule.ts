import { notifications } from '@mantine/notifications'
import { type ApprovalRule, BadRequest, PreconditionFailed } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/rules.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { ruleKey, rulesKey } from '../use-rules.ts'
import { type FieldFault, formFaults, placeFaults } from './rule-faults.ts'
import { ruleOf } from './rule-form.ts'
import type { useRuleDraft } from './use-rule-draft.ts'

type Options = {
  rule: ApprovalRule | undefined
  draft: ReturnType<typeof useRuleDraft>
  formRef: RefObject<HTMLFormElement | null>
}

/** Saves the rule of a form. Before a rule is switched on, `isAsking` is true until `send` or `cancel`. */
export function useSaveRule({ rule, draft, formRef }: Options) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const { form } = draft
  const isShown = useIsShown()
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => {
      const body = ruleOf(form)
      const { approvalRules } = purveyor.platform
      return rule ? approvalRules.update(rule, body) : approvalRules.create(body)
    },
    async onSuccess(saved) {
      queries.setQueryData(ruleKey(saved.id), saved)
      await queries.invalidateQueries({ queryKey: rulesKey })
      draft.reset()
      const message = rule ? rulesTexts.form.saved(saved.name) : rulesTexts.form.created(saved.name)
      notifications.show({ message, color: 'green' })
      if (isShown.current) navigate('/rules')
    },
    async onError(failure) {
      if (!isShown.current) notifyError(failure)
      if (failure instanceof BadRequest || failure instanceof PreconditionFailed) setAsking(false)
      setAttempts((count) => count + 1)
      // The form then shows what someone else has changed.
      if (rule) await queries.invalidateQueries({ queryKey: ruleKey(rule.id) })
    }
  })
  const known = attempts > 0 ? formFaults(form, rulesTexts.form) : []
  const { placed, hasOthers } = error instanceof BadRequest ? placeFaults(error.faults, form) : noFaults
  useFocusOnFault(formRef, attempts)

  function start() {
    reset()
    if (formFaults(form, rulesTexts.form).length > 0) setAttempts((count) => count + 1)
    else if (form.isActive && !rule?.isActive) setAsking(true)
    else mutate()
  }
  return {
    start,
    send: () => mutate(),
    cancel: () => setAsking(false),
    isAsking,
    isPending,
    /** The errors of fields. */
    faults: known.length > 0 ? known : placed,
    /** The error that belongs to no field. */
    error:
      error === null || error instanceof PreconditionFailed || (error instanceof BadRequest && !hasOthers)
        ? undefined
        : error
  }
}

const noFaults: { placed: FieldFault[]; hasOthers: boolean } = { placed: [], hasOthers: false }

/** Moves the focus to the first field with an error after each attempt to save. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
  }, [form, attempts])
}
