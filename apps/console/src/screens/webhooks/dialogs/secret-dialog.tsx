import { Anchor, Text } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { OnceDialog } from '../../../ui/once-dialog.tsx'

/** Shows the secret of a webhook, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <OnceDialog title={t.webhooks.secretTitle} warning={t.webhooks.secretWarning} onClose={onClose}>
      <CopyField label={t.webhooks.secretLabel} value={secret} />
      <Text fz="sm" c="dimmed">
        {t.webhooks.verifyHint}{' '}
        <Anchor href="/docs/contract#62-webhooks" target="_blank" inherit underline="always">
          {t.webhooks.verify}
        </Anchor>
      </Text>
    </OnceDialog>
  )
}
