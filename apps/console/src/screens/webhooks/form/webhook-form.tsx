import { Radio, Select, Stack, TextInput } from '@mantine/core'
import type { Webhook, WebhookFeed } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Form } from '../../../ui/form.tsx'
import { Section } from '../../../ui/section.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { FormFaults } from '../../../ui/use-form-faults.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'
import { HeaderFields } from './header-fields.tsx'
import { TypePicker } from './type-picker.tsx'
import {
  bodyOf,
  emptyWebhook,
  type HeaderValues,
  isField,
  isRepeated,
  patchOf,
  valuesOf,
  type WebhookValues
} from './webhook-values.ts'

type Props = {
  /** Undefined to create one. */
  webhook: Webhook | undefined
  /** Called with the new webhook's id and secret, or without them if a webhook was saved. */
  onSaved: (created?: { id: string; secret: string }) => void
}

/**
 * Creates or changes a webhook. Values of headers are secrets: they aren't stored as a draft. No `If-Match` is sent,
 * because the ETag also changes with the state of the deliveries.
 */
export function WebhookForm({ webhook, onSaved }: Props) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  const [headers, setHeaders] = useState<readonly HeaderValues[]>()
  const [hasNoTypes, setNoTypes] = useState(false)
  const form = useForm<WebhookValues, { id: string; secret: string } | undefined>({
    kind: 'webhook',
    id: webhook?.id ?? 'new',
    initial: webhook ? valuesOf(webhook) : emptyWebhook,
    isField,
    async send(typed, base) {
      if (!webhook) return calls.create(bodyOf(typed, headers ?? []))
      await calls.update(webhook.id, patchOf(typed, base, headers))
      return undefined
    },
    ...(webhook && { message: () => texts.saved }),
    onSaved(created) {
      onSaved(created)
      return refresh()
    },
    onDiscard() {
      setHeaders(undefined)
      setNoTypes(false)
    },
    hasOtherChanges: headers !== undefined
  })
  const { values, change, faults } = form
  function submit() {
    const isMissing = values.feed === 'EVENTS' && values.isSelected && values.types.length === 0
    setNoTypes(isMissing)
    if (!isMissing && !headers?.some((_, index) => isRepeated(headers, index))) form.save()
  }
  return (
    <Form
      label={webhook ? texts.editTitle : texts.createTitle}
      form={form}
      nameOf={(field) => texts.fields[field]}
      onSubmit={submit}
      submitText={webhook ? t.actions.save : texts.create}
    >
      <Receiver {...form} />
      <Events {...form} isNew={!webhook} hasNoTypes={hasNoTypes} />
      <Section title={texts.delivery}>
        <Select
          label={texts.concurrency}
          description={texts.concurrencyHint}
          data={Object.entries(texts.concurrencyChoices).map(([value, label]) => ({ value, label }))}
          value={String(values.concurrency)}
          allowDeselect={false}
          onChange={(value) => value && change({ concurrency: Number(value) })}
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
    </Form>
  )
}

type PartProps = {
  values: WebhookValues
  change: (changed: Partial<WebhookValues>) => void
  faults: FormFaults
}

function Receiver({ values, change, faults }: PartProps) {
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
  values,
  change,
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
