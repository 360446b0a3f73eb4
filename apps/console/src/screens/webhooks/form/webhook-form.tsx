import { Radio, Select, Stack, TextInput } from '@mantine/core'
import type { Webhook, WebhookFeed } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConflictNote } from '../../../ui/conflict-note.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SaveError } from '../../../ui/save-error.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Draft, useDraft } from '../../../ui/use-draft.ts'
import { type FormFaults, useFormFaults } from '../../../ui/use-form-faults.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { HeaderFields } from './header-fields.tsx'
import { TypePicker } from './type-picker.tsx'
import { useSaveWebhook } from './use-save-webhook.ts'
import {
  emptyWebhook,
  type HeaderValues,
  isField,
  isRepeated,
  valuesOf,
  type WebhookValues
} from './webhook-values.ts'

type Props = {
  /** Undefined to create one. */
  webhook: Webhook | undefined
  /** Called with the new webhook's id and secret, or without them if a webhook was saved. */
  onSaved: (created?: { id: string; secret: string }) => void
}

/** Creates or changes a webhook. Values of headers are secrets: they aren't stored as a draft. */
export function WebhookForm({ webhook, onSaved }: Props) {
  const { me } = useSignedIn()
  const key = draftKey(me, 'webhook', webhook?.id ?? 'new')
  const draft = useDraft<WebhookValues>(key, webhook ? valuesOf(webhook) : emptyWebhook)
  const [headers, setHeaders] = useState<readonly HeaderValues[]>()
  const [hasNoTypes, setNoTypes] = useState(false)
  const save = useSaveWebhook(webhook, draft, onSaved)
  const isChanged = draft.isChanged || headers !== undefined
  useUnloadWarning(isChanged && !save.isSuccess)
  const faults = useFormFaults(save.error, isField)
  const { values } = draft
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isMissing = values.feed === 'EVENTS' && values.isSelected && values.types.length === 0
    setNoTypes(isMissing)
    if (!isMissing && !headers?.some((_, index) => isRepeated(headers, index)))
      save.mutate({ values, headers })
  }
  function discard() {
    draft.reset()
    setHeaders(undefined)
    setNoTypes(false)
    save.reset()
  }
  return (
    <form
      ref={faults.form}
      onSubmit={submit}
      noValidate
      aria-label={webhook ? texts.editTitle : texts.createTitle}
    >
      <Stack gap="lg" inert={save.isPending}>
        {draft.isRestored && draft.isChanged && draft.conflicts.length === 0 && (
          <RestoredNote onDiscard={discard} />
        )}
        {draft.conflicts.length > 0 && (
          <ConflictNote fields={draft.conflicts.map((field) => texts.fields[field])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        <Receiver draft={draft} faults={faults} />
        <Events draft={draft} faults={faults} isNew={!webhook} hasNoTypes={hasNoTypes} />
        <Section title={texts.delivery}>
          <Select
            label={texts.concurrency}
            description={texts.concurrencyHint}
            data={Object.entries(texts.concurrencyChoices).map(([value, label]) => ({ value, label }))}
            value={String(values.concurrency)}
            allowDeselect={false}
            onChange={(value) => value && draft.change({ concurrency: Number(value) })}
            error={faults.at('/concurrency')}
            maw={420}
          />
        </Section>
        <Section title={texts.headers} hint={texts.headersHint}>
          <HeaderFields
            stored={webhook?.headerNames ?? []}
            rows={headers}
            onChange={setHeaders}
            faults={faults}
          />
        </Section>
      </Stack>
      {isChanged && (
        <SaveBar
          isSaving={save.isPending}
          onDiscard={discard}
          submitText={webhook ? t.actions.save : texts.create}
        />
      )}
    </form>
  )
}

type PartProps = { draft: Draft<WebhookValues>; faults: FormFaults }

function Receiver({ draft: { values, change }, faults }: PartProps) {
  return (
    <Section title={texts.receiver}>
      <Stack>
        <TextInput
          type="url"
          label={texts.url}
          description={texts.urlHint}
          placeholder="https://erp.example.com/purveyor"
          value={values.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={faults.at('/url')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          label={texts.description}
          description={texts.descriptionHint}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={faults.at('/description')}
          maxLength={255}
          autoComplete="off"
        />
      </Stack>
    </Section>
  )
}

function Events({
  draft: { values, change },
  faults,
  isNew,
  hasNoTypes
}: PartProps & { isNew: boolean; hasNoTypes: boolean }) {
  const { side } = useSignedIn()
  const isMissing = hasNoTypes && values.types.length === 0
  return (
    <Section title={texts.events}>
      <Stack>
        {side === 'platform' && isNew && (
          <Radio.Group
            label={texts.feed}
            value={values.feed}
            onChange={(feed) => change({ feed: feed as WebhookFeed })}
            error={faults.at('/feed')}
          >
            <Stack gap="xs" mt={6}>
              {(['EVENTS', 'CATALOG_CHANGES'] as const).map((feed) => (
                <Radio
                  key={feed}
                  value={feed}
                  label={texts.feeds[feed]}
                  description={texts.feedHints[feed]}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {values.feed === 'CATALOG_CHANGES' && !isNew && texts.feedHints.CATALOG_CHANGES}
        {values.feed === 'EVENTS' && (
          <>
            <Radio.Group
              label={texts.which}
              value={values.isSelected ? 'some' : 'all'}
              onChange={(value) => change({ isSelected: value === 'some' })}
            >
              <Stack gap="xs" mt={6}>
                <Radio value="all" label={texts.whichAll} />
                <Radio value="some" label={texts.whichSome} />
              </Stack>
            </Radio.Group>
            {values.isSelected && (
              <TypePicker
                value={values.types}
                onChange={(types) => change({ types })}
                error={isMissing ? texts.chooseSome : faults.at('/types')}
              />
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}
