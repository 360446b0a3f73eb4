import { Code, Stack, Text } from '@mantine/core'
import type { CreatedApiToken } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { OnceDialog } from '../../ui/once-dialog.tsx'
import { exampleOf } from './token-values.ts'

/** Shows a new token, once. */
export function ShownToken({
  token: { name, token },
  onClose
}: {
  token: CreatedApiToken
  onClose: () => void
}) {
  return (
    <OnceDialog title={t.apiTokens.shownTitle(name)} warning={t.apiTokens.shownWarning} onClose={onClose}>
      <CopyField label={t.apiTokens.token} value={token} />
      <Stack gap={4}>
        <Text fw={600} fz="sm">
          {t.apiTokens.example}
        </Text>
        <Code block tabIndex={0} role="region" aria-label={t.apiTokens.example}>
          {exampleOf(location.origin, token)}
        </Code>
      </Stack>
    </OnceDialog>
  )
}
