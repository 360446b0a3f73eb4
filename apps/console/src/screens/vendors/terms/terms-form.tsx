import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { PreconditionFailed, type Vendor, type VendorTrust } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { ConflictNote } from '../../../ui/conflict-note.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useSettings } from '../../../ui/use-settings.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { patchOf, type TermsValues, valuesOf } from './terms-values.ts'
import { useChangeVendor } from './use-change-vendor.ts'

const texts = vendorTexts.terms
const numbers = ['acknowledgeHours', 'shipDays', 'leadTime'] as const
const pointers = new Set(['/trust', ...numbers.map((name) => `/${name}`)])
const trusts = Object.entries(vendorTexts.trusts).map(([value, label]) => ({ value, label }))
const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

/** The deadlines of the vendor and how much it is trusted. Only what was changed is sent. Viewers can read it. */
export function TermsForm({ vendor }: { vendor: Vendor }) {
  const { me, canWrite } = useSignedIn()
  const { data: settings } = useSettings()
  const draft = useDraft<TermsValues>(draftKey(me, 'vendor-terms', vendor.id), valuesOf(vendor))
  const { values, change } = draft
  const save = useChangeVendor<TermsValues>(vendor, (sent) => patchOf(sent, draft.base), {
    message: texts.saved,
    onSaved: (saved) => draft.saved(values, valuesOf(saved))
  })
  useUnloadWarning(draft.isChanged)
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : save.error, (pointer) => pointers.has(pointer))
  const hasNote = isConflict || draft.conflicts.length > 0
  function discard() {
    draft.reset()
    save.reset()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(values)
  }
  const hints = {
    acknowledgeHours: texts.deadlineHint(textOf(settings?.acknowledgeHours)),
    shipDays: texts.deadlineHint(textOf(settings?.shipDays)),
    leadTime: texts.leadTimeHint
  }
  const names = { ...texts, trust: vendorTexts.trust }
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={texts.formTitle}>
      <Stack gap="sm">
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && <ConflictNote fields={draft.conflicts.map((name) => names[name])} onDiscard={discard} />}
        {faults.other !== undefined && <ErrorAlert error={faults.other} />}
        <Section title={texts.formTitle}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="lg">
            {numbers.map((name) => (
              <TextInput
                key={name}
                label={texts[name]}
                description={hints[name]}
                inputWrapperOrder={order}
                value={values[name]}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
                error={faults.at(`/${name}`)}
                readOnly={!canWrite}
                inputMode="numeric"
                autoComplete="off"
              />
            ))}
            <Select
              label={vendorTexts.trust}
              description={vendorTexts.trustHint}
              inputWrapperOrder={order}
              data={trusts}
              value={values.trust}
              onChange={(value) => value && change({ trust: value as VendorTrust })}
              allowDeselect={false}
              readOnly={!canWrite}
              error={faults.at('/trust')}
            />
          </SimpleGrid>
        </Section>
      </Stack>
      {draft.isChanged && <SaveBar isSaving={save.isPending} onDiscard={discard} />}
    </form>
  )
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? texts.noDeadline : formatNumber(value)
}
