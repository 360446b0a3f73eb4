import { notifications } from '@mantine/notifications'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useRefreshWebhooks, useWebhookCalls } from '../use-webhooks.ts'

/** Starts or pauses a webhook. */
export function useSetActive(isActive: boolean) {
  const calls = useWebhookCalls()
  const refresh = useRefreshWebhooks()
  return useMutation({
    mutationFn: (id: string) => calls.update(id, { isActive }),
    onSuccess() {
      const message = isActive ? texts.startedNow : texts.pausedNow
      notifications.show({ message, color: 'green' })
    },
    // The dialog that pauses shows the error itself.
    onError: (error) => isActive && notifyError(error),
    onSettled: refresh
  })
}
