import { Button, Group } from '@mantine/core'
import { ProblemError, type ReasonTemplate } from '@purveyor/client'
import { type SubmitEvent, useEffect, useRef } from 'react'
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
  const { save, base, conflict } = form
  const faults = faultsByField(save.error instanceof ProblemError ? save.error.faults : [])
  const hasFieldFault = Boolean(faults.code || faults.text || faults.fields)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (save.error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.error])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    form.submit()
  }
  function cancel() {
    form.reset()
    onClose()
  }
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {conflict === 'changed' && base && <ConflictNotice form={form} current={base} />}
      {conflict === 'deleted' && <DeletedNotice />}
      {form.isRestored && !conflict && <RestoredNote onDiscard={form.reset} />}
      {save.error && !conflict && !(hasFieldFault && !faults.hasOthers) && <ErrorAlert error={save.error} />}
      <ReasonFields form={form} faults={faults} isDisabled={save.isPending} />
      <Group gap="xs" mt="xs">
        {base && onDelete && (
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            onClick={() => onDelete(base)}
            disabled={save.isPending}
          >
            {t.actions.delete}
          </Button>
        )}
        <Button variant="default" onClick={cancel} disabled={save.isPending} ml="auto">
          {t.actions.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {base ? t.actions.save : t.actions.create}
        </Button>
      </Group>
    </form>
  )
}
