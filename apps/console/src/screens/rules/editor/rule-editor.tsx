import { Button, Grid, Stack } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { type SubmitEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { rulesTexts } from '../../../texts/rules.ts'
import { t } from '../../../texts/texts.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { PreviewDialog } from '../preview-dialog.tsx'
import { BasicsSection } from './basics-section.tsx'
import { ConditionsSection } from './conditions-section.tsx'
import { ConflictAlert } from './conflict-alert.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { conditionsOf, emptyForm, formOf } from './rule-form.ts'
import { ThenSection } from './then-section.tsx'
import { useFormPreview } from './use-form-preview.ts'
import { useRuleDraft } from './use-rule-draft.ts'
import { useSaveRule } from './use-save-rule.ts'

const newForm = emptyForm()

type Props = { rule?: ApprovalRule; rules: ApprovalRule[] }

/** The form of a new or an existing rule, with what the rule would have decided beside it. */
export function RuleEditor({ rule, rules }: Props) {
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const stored = useMemo(() => (rule ? formOf(rule) : newForm), [rule])
  const draft = useRuleDraft(rule?.id ?? 'new', stored)
  const { form, change } = draft
  const preview = useFormPreview(form, { id: rule?.id, rules })
  const save = useSaveRule({ rule, draft, formRef })
  const faults = [...save.faults, ...preview.faults]
  const name = form.name.trim() || (rule ? rulesTexts.unnamed : rulesTexts.newTitle)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.start()
  }
  return (
    <Page
      title={name}
      intro={<BackLink href="/rules">{rulesTexts.all}</BackLink>}
      actions={rule && <DeleteButton onClick={() => setDeleting(true)} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <form ref={formRef} onSubmit={submit} noValidate aria-label={name}>
            <Stack>
              {draft.hasConflict && rule && <ConflictAlert rule={rule} draft={draft} />}
              {/* What is typed after the form was sent would be lost. */}
              <Stack inert={save.isPending}>
                <BasicsSection form={form} faults={faults} onChange={change} />
                <ConditionsSection form={form} faults={faults} onChange={change} />
                <ThenSection form={form} faults={faults} onChange={change} />
              </Stack>
              <SaveBar
                isSaving={save.isPending}
                submitText={rule ? rulesTexts.form.save : rulesTexts.form.create}
                isBlocked={draft.hasConflict || (rule !== undefined && !draft.isDirty)}
                onDiscard={draft.isDirty ? draft.reset : undefined}
                discardText={rule ? rulesTexts.form.discard : rulesTexts.form.discardNew}
                status={
                  save.faults.length > 0
                    ? rulesTexts.form.invalid
                    : draft.isRestored && rulesTexts.form.restored
                }
                hasFaults={save.faults.length > 0}
                error={save.isAsking ? undefined : save.error}
              />
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PreviewPane preview={preview} />
        </Grid.Col>
      </Grid>
      {save.isAsking && (
        <PreviewDialog
          title={rulesTexts.activate.title(name)}
          when={conditionsOf(form.when)}
          decision={form.then}
          rules={preview.rulesFor(form)}
          error={save.error}
          submitText={rulesTexts.activate.saveAndSubmit}
          isSending={save.isPending}
          onSubmit={save.send}
          onClose={save.cancel}
        />
      )}
      <DeleteDialog
        rule={isDeleting ? rule : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          draft.reset()
          navigate('/rules')
        }}
      />
    </Page>
  )
}

function DeleteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {t.actions.delete}
    </Button>
  )
}
