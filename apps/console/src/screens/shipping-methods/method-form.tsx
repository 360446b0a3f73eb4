import { Stack } from '@mantine/core'
import { PreconditionFailed, type ShippingMethod } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ConflictNote } from '../../ui/conflict-note.tsx'
import { draftKey } from '../../ui/drafts.ts'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SaveError } from '../../ui/save-error.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { useUnloadWarning } from '../../ui/use-unload-warning.ts'
import { BasicsSection } from './basics-section.tsx'
import { emptyMethod, isField, type MethodValues, valuesOf } from './method-values.ts'
import { PricingSection } from './pricing-section.tsx'
import { RatesSection } from './rates-section.tsx'
import { useSaveMethod } from './use-save-method.ts'

/** Creates or changes a shipping method. */
export function MethodForm({ method }: { method: ShippingMethod | undefined }) {
  const { me } = useSignedIn()
  const key = draftKey(me, 'shipping-method', method?.id ?? 'new')
  const draft = useDraft<MethodValues>(key, method ? valuesOf(method) : emptyMethod)
  const save = useSaveMethod(method, draft)
  useUnloadWarning(draft.isChanged)
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : save.error, isField)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(draft.values)
  }
  function discard() {
    draft.reset()
    save.reset()
  }
  const part = { values: draft.values, change: draft.change, faults }
  const hasNote = isConflict || draft.conflicts.length > 0
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={t.shippingMethods.basics}>
      <Stack gap="lg">
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote
            fields={draft.conflicts.map((field) => t.shippingMethods.fields[field])}
            onDiscard={discard}
          />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        {/* What is typed after the form was sent would be lost. */}
        <Stack gap="lg" inert={save.isPending}>
          <BasicsSection {...part} />
          <PricingSection {...part} currency={method?.currency} />
          <RatesSection {...part} currency={method?.currency} />
        </Stack>
      </Stack>
      {draft.isChanged && (
        <SaveBar
          isSaving={save.isPending}
          onDiscard={discard}
          submitText={method ? t.shippingMethods.save : t.shippingMethods.create}
        />
      )}
    </form>
  )
}
