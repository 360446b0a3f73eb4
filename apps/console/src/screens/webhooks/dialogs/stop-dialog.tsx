import { Text, Textarea } from '@mantine/core'
import type { VendorWebhook } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useRefreshWebhooks } from '../use-webhooks.ts'

/** Asks why a webhook of a vendor is stopped. */
export function StopDialog({ webhook, onClose }: { webhook: VendorWebhook; onClose: () => void }) {
  const { purveyor } = useSignedIn()
  const refresh = useRefreshWebhooks()
  const [reason, setReason] = useState('')
  const stop = useMutation({
    mutationFn: () => purveyor.platform.vendorWebhooks.stop(webhook.id, { reason: reason.trim() }),
    async onSuccess() {
      onClose()
      await refresh()
    },
    onError: refresh
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.stopTitle(webhook.vendorName)}
      submitText={texts.stopSubmit}
      onSubmit={() => stop.mutate()}
      isSending={stop.isPending}
      isDisabled={reason.trim() === ''}
      error={stop.error}
    >
      <Text>{texts.stopText}</Text>
      <Textarea
        label={texts.stopReason}
        description={texts.stopReasonHint}
        value={reason}
        // The service takes one line.
        onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
        autosize
        minRows={2}
        maxLength={1000}
        required
        data-autofocus
      />
    </ConfirmDialog>
  )
}
