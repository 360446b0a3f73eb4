import { Code, Stack, Text } from '@mantine/core'
import type { CreatedApiToken } from '@purveyor/client'
import { apiTokensTexts } from '../../texts/api-tokens.ts'
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
    <OnceDialog
      title={apiTokensTexts.shownTitle(name)}
      warning={apiTokensTexts.shownWarning}
      onClose={onClose}
    >
      <CopyField label={apiTokensTexts.token} value={token} />
      <Stack gap={4}>
        <Text fw={600} fz="sm">
          {apiTokensTexts.example}
        </Text>
        <Code block tabIndex={0} role="region" aria-label={apiTokensTexts.example}>
          {exampleOf(location.origin, token)}
        </Code>
      </Stack>
    </OnceDialog>
  )
}
