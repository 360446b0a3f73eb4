import { Button, Group } from '@mantine/core'
import { ProblemError, type ReasonTemplate } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { ConflictNotice, DeletedNotice } from './conflict-notice.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { faultsByField } from './reason-values.ts'
import classes from './reasons.module.css'
import { useReasonForm } from './use-reason-form.ts'

type Props = {
  id: string
  template: ReasonTemplate | undefined
  all: readonly ReasonTemplate[]
  onClose: () => void
  onDelete?: (template: ReasonTemplate) => void
}

/** Creates or edits a reason. Closing the drawer keeps what was typed; `Cancel` discards it. */
export function ReasonForm({ id, template, all, onClose, onDelete }: Props) {
  const taken = new Set(all.filter((other) => other.id !== id).map(({ code }) => code))
  const form = useReasonForm({ id, template, taken, onSaved: onClose })
  const { base, faults, isDeleted, hasConflict, isSaving } = form
  const { saveError } = form
  const { hasOthers: _, ...atFields } = faultsByField(
    saveError instanceof ProblemError ? saveError.faults : []
  )
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    form.submit()
  }
  function cancel() {
    form.discard()
    onClose()
  }
  return (
    <form ref={faults.form} className={classes.form} onSubmit={submit} noValidate>
      {hasConflict && base && <ConflictNotice form={form} current={base} />}
      {isDeleted && <DeletedNotice />}
      {form.isRestored && !hasConflict && !isDeleted && <RestoredNote onDiscard={form.discard} />}
      {faults.other !== undefined && !isDeleted && <ErrorAlert error={faults.other} />}
      <ReasonFields form={form} faults={atFields} isDisabled={isSaving} />
      <Group gap="xs" mt="xs">
        {base && onDelete && (
          <Button variant="subtle" color="red" mr="auto" onClick={() => onDelete(base)} disabled={isSaving}>
            {t.actions.delete}
          </Button>
        )}
        <Button variant="default" onClick={cancel} disabled={isSaving} ml="auto">
          {t.actions.cancel}
        </Button>
        <Button type="submit" loading={isSaving}>
          {base ? t.actions.save : t.actions.create}
        </Button>
      </Group>
    </form>
  )
}
