import { notifications } from '@mantine/notifications'
import type { Webhook } from '@purveyor/client'
import { useMutation } from '@tanstack/react-query'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import type { Draft } from '../../../ui/use-draft.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'
import { bodyOf, type HeaderValues, patchOf, type WebhookValues } from './webhook-values.ts'

type Sent = { values: WebhookValues; headers: readonly HeaderValues[] | undefined }

/**
 * Creates a webhook, or sends what was changed of one. No `If-Match` is sent, because the ETag also changes with the
 * state of the deliveries.
 */
export function useSaveWebhook(
  webhook: Webhook | undefined,
  draft: Draft<WebhookValues>,
  onSaved: (created?: { id: string; secret: string }) => void
) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  return useMutation({
    async mutationFn({ values, headers }: Sent): Promise<{ id: string; secret: string } | undefined> {
      if (!webhook) return calls.create(bodyOf(values, headers ?? []))
      await calls.update(webhook.id, patchOf(values, draft.base, headers))
      return undefined
    },
    async onSuccess(created) {
      draft.reset()
      if (!created) notifications.show({ message: texts.saved, color: 'green' })
      onSaved(created)
      await refresh()
    }
  })
}
