import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { NotFound, type Webhook } from '@purveyor/client'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'
import { nameOf } from '../webhook-texts.ts'

type Props = {
  /** Without a webhook, the dialog is closed. */
  webhook: Webhook | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a webhook is deleted. */
export function DeleteDialog({ webhook, onClose, onDeleted }: Props) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  const remove = useMutation({
    mutationFn: ({ id }: Webhook) =>
      calls.delete(id).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess() {
      onClose()
      onDeleted?.()
      notifications.show({ message: texts.deleted, color: 'green' })
      await refresh()
    }
  })
  return (
    <ConfirmDialog
      opened={webhook !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={texts.deleteTitle}
      isDangerous
      submitText={texts.deleteSubmit}
      onSubmit={() => webhook && remove.mutate(webhook)}
      isSending={remove.isPending}
      error={remove.error}
    >
      <Text>{webhook && texts.deleteText(nameOf(webhook))}</Text>
    </ConfirmDialog>
  )
}
