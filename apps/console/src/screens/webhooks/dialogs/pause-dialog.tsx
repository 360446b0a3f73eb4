import { Text } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useSetActive } from './use-set-active.ts'

type Props = { webhook: Webhook | undefined; onClose: () => void }

/** Asks before a webhook is paused. Without a webhook, the dialog is closed. */
export function PauseDialog({ webhook, onClose }: Props) {
  const pause = useSetActive(false)
  return (
    <ConfirmDialog
      opened={webhook !== undefined}
      onClose={() => {
        pause.reset()
        onClose()
      }}
      title={texts.pauseTitle}
      submitText={texts.pause}
      onSubmit={() => webhook && pause.mutate(webhook.id, { onSuccess: onClose })}
      isSending={pause.isPending}
      error={pause.error}
    >
      <Text>{texts.pauseText}</Text>
    </ConfirmDialog>
  )
}
