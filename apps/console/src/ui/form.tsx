import { Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { ConflictNote } from './conflict-note.tsx'
import { RestoredNote } from './restored-note.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveError } from './save-error.tsx'
import type { FormFaults } from './use-form-faults.ts'

type Props<Field> = {
  label: string
  /** The result of `useForm`. */
  form: {
    conflicts: readonly Field[]
    faults: FormFaults
    isChanged: boolean
    isRestored: boolean
    isSaving: boolean
    hasConflict: boolean
    isClosing: boolean
    save: () => void
    discard: () => void
  }
  nameOf: (field: Field) => string
  /** What happens instead of saving, such as a preview. */
  onSubmit?: () => void
  submitText?: string
  isReadOnly?: boolean
  children: ReactNode
}

/** A form with what there is to say about it, and its buttons. The fields are its children. */
export function Form<Field>({
  label,
  form,
  nameOf,
  onSubmit = form.save,
  submitText,
  isReadOnly,
  children
}: Props<Field>) {
  const { faults, discard } = form
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={faults.form} onSubmit={submit} noValidate aria-label={label}>
      <Stack gap="lg">
        {form.isRestored && !form.hasConflict && <RestoredNote onDiscard={discard} />}
        {form.hasConflict && <ConflictNote fields={form.conflicts.map(nameOf)} onDiscard={discard} />}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        <Stack gap="lg" inert={form.isClosing}>
          {children}
        </Stack>
      </Stack>
      {form.isChanged && !isReadOnly && (
        <SaveBar isSaving={form.isSaving} submitText={submitText} onDiscard={discard} />
      )}
    </form>
  )
}
