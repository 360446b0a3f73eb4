import { Select, Text } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import { useState } from 'react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'

type Props = { webhook: Webhook; onClose: () => void; onRotated: (secret: string) => void }

/** Asks how long the previous secret stays valid, and creates a new one. */
export function RotateDialog({ webhook, onClose, onRotated }: Props) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  const [overlap, setOverlap] = useState('24')
  const rotate = useMutation({
    mutationFn: () => calls.rotateSecret(webhook.id, { overlapHours: Number(overlap) }),
    async onSuccess({ secret }) {
      onRotated(secret)
      await refresh()
    }
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.rotateTitle}
      submitText={texts.rotate}
      onSubmit={() => rotate.mutate()}
      isSending={rotate.isPending}
      isDangerous={overlap === '0'}
      error={rotate.error}
    >
      <Text>{texts.rotateText}</Text>
      <Select
        label={texts.overlap}
        data={Object.entries(texts.overlaps).map(([value, label]) => ({ value, label }))}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => value && setOverlap(value)}
      />
      {overlap === '0' && (
        <Text fz="sm" c="dimmed">
          {texts.overlapNone}
        </Text>
      )}
    </ConfirmDialog>
  )
}
