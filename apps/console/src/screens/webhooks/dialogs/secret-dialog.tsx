import { Anchor, Text } from '@mantine/core'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { OnceDialog } from '../../../ui/once-dialog.tsx'

/** Shows the secret of a webhook, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <OnceDialog title={texts.secretTitle} warning={texts.secretWarning} onClose={onClose}>
      <CopyField label={texts.secretLabel} value={secret} />
      <Text fz="sm" c="dimmed">
        {texts.verifyHint}{' '}
        <Anchor href="/docs/guides/webhooks#write-a-receiver" target="_blank" inherit underline="always">
          {texts.verify}
        </Anchor>
      </Text>
    </OnceDialog>
  )
}
