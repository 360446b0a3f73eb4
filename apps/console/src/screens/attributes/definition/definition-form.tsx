import { Stack } from '@mantine/core'
import { type Attribute, PreconditionFailed } from '@purveyor/client'
import type { ReactNode, SubmitEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { ConflictNote } from '../../../ui/conflict-note.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SaveError } from '../../../ui/save-error.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { BasicsSection } from './basics-section.tsx'
import {
  canAffect,
  type DefinitionValues,
  emptyDefinition,
  hasOptions,
  isField,
  patchOf,
  valuesOf
} from './definition-values.ts'
import { OptionsSection } from './options-section.tsx'
import { useSaveDefinition } from './use-save-definition.ts'
import { ValuesSection } from './values-section.tsx'

const texts = t.attributeEditor

type Props = {
  attribute: Attribute | undefined
  /** What is shown below the fields. */
  children?: ReactNode
}

/** Creates or changes an attribute. Before a change that can give products issues, it shows what the change would do. */
export function DefinitionForm({ attribute, children }: Props) {
  const { me, canWrite } = useSignedIn()
  const key = draftKey(me, 'attribute', attribute?.id ?? 'new')
  const draft = useDraft<DefinitionValues>(key, attribute ? valuesOf(attribute) : emptyDefinition)
  const { save, preview } = useSaveDefinition(attribute, draft)
  useUnloadWarning(draft.isChanged)
  const error = save.error ?? preview.fault
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : error, isField)
  const isChecked = attribute !== undefined && canAffect(patchOf(draft.values, valuesOf(attribute)))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.reset()
    if (isChecked) preview.start(draft.values)
    else save.mutate(draft.values)
  }
  function discard() {
    draft.reset()
    save.reset()
    preview.close()
  }
  const part = {
    ...{ values: draft.values, change: draft.change, faults },
    isNew: attribute === undefined,
    isReadOnly: !canWrite
  }
  const hasNote = isConflict || draft.conflicts.length > 0
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={texts.basics}>
      <Stack gap="lg">
        {draft.isRestored && draft.isChanged && !hasNote && <RestoredNote onDiscard={discard} />}
        {hasNote && (
          <ConflictNote fields={draft.conflicts.map((field) => texts[field])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        {/* What is typed after the form was sent would be lost. */}
        <Stack gap="lg" inert={save.isPending}>
          <BasicsSection {...part} />
          {hasOptions(draft.values.type) ? <OptionsSection {...part} /> : <ValuesSection {...part} />}
          {children}
        </Stack>
      </Stack>
      {draft.isChanged && canWrite && (
        <SaveBar
          isSaving={save.isPending}
          onDiscard={discard}
          submitText={attribute ? (isChecked ? texts.reviewAndSave : texts.save) : texts.create}
        />
      )}
      <PreviewDialog
        preview={preview}
        isSaving={save.isPending}
        onSubmit={() => save.mutate(draft.values, { onSettled: preview.close })}
      />
    </form>
  )
}
