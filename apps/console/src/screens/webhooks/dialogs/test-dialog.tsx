import { Alert, Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { Webhook, WebhookMessageType, WebhookTestResult } from '@purveyor/client'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { activityTexts } from '../../../texts/activity.ts'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { typeGroups } from '../type-groups.ts'
import { useWebhookCalls } from '../use-webhooks.ts'
import classes from './dialogs.module.css'

/** Sends an example to a webhook, and shows the answer. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const calls = useWebhookCalls()
  const { side } = useSignedIn()
  const choices = testTypes(webhook, side)
  const [type, setType] = useState<WebhookMessageType>(choices[0]?.items[0]?.value ?? 'order.placed')
  const test = useMutation({ mutationFn: () => calls.test(webhook.id, { type }) })
  return (
    <Modal opened onClose={onClose} title={texts.testTitle} size="lg">
      <Stack>
        <Text>{texts.testText}</Text>
        <Group align="flex-end" gap="xs">
          <Select
            label={texts.type}
            data={choices}
            value={type}
            allowDeselect={false}
            searchable
            onChange={(value) => value && setType(value as WebhookMessageType)}
            className={classes.type}
            data-autofocus
          />
          <Button onClick={() => test.mutate()} loading={test.isPending}>
            {test.data ? texts.testAgain : texts.testSubmit}
          </Button>
        </Group>
        {test.error && <ErrorAlert error={test.error} />}
        {test.data && !test.isPending && <Result result={test.data} />}
      </Stack>
    </Modal>
  )
}

function Result({
  result: { delivered, status, reason, durationMs, answer, body }
}: {
  result: WebhookTestResult
}) {
  const duration = texts.milliseconds(durationMs)
  return (
    <>
      <Alert
        role="status"
        color={delivered ? 'green' : 'red'}
        icon={delivered ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
        title={delivered ? texts.delivered : texts.failed}
      >
        {delivered && status !== null
          ? texts.testDelivered(status, duration)
          : texts.testFailed(status, duration)}
        {reason && ` ${texts.reasons[reason]}.`}
      </Alert>
      {answer && <Block label={texts.answer} text={answer} />}
      <Block label={texts.sentBody} text={indented(body)} />
    </>
  )
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={4}>
      <Text fw={600} fz="sm">
        {label}
      </Text>
      <Code block tabIndex={0} role="region" aria-label={label} className={classes.block}>
        {text}
      </Code>
    </Stack>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2)
  } catch {
    return json
  }
}

/** Returns the types of examples: those that the webhook gets, in groups. */
function testTypes({ feed, types }: Webhook, side: 'vendor' | 'platform') {
  const item = (value: WebhookMessageType) => ({ value, label: `${value}: ${texts.messageTypes[value]}` })
  const others = [item('feed.gap')]
  if (feed === 'CATALOG_CHANGES')
    return [{ group: texts.feeds.CATALOG_CHANGES, items: [item('catalog.changed'), ...others] }]
  const groups = typeGroups(side).map(({ label, types: all }) => ({
    group: label,
    items: all.filter((type) => types === null || types.includes(type)).map(item)
  }))
  // Orders first, because most receivers want them.
  const sorted = groups.toSorted((a, b) => Number(isOrders(b)) - Number(isOrders(a)))
  return [...sorted.filter(({ items }) => items.length > 0), { group: texts.others, items: others }]
}

function isOrders({ group }: { group: string }): boolean {
  return group === activityTexts.activity.groups.order
}
