import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ApiToken, NotFound } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { apiTokensTexts } from '../../texts/api-tokens.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { apiTokensKey, useApiTokenCalls } from './use-api-tokens.ts'

/** Asks before a token is revoked. Without a token, the dialog is closed. */
export function RevokeDialog({ token, onClose }: { token: ApiToken | undefined; onClose: () => void }) {
  const calls = useApiTokenCalls()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ id }: ApiToken) =>
      calls.delete(id).catch((error: unknown) => {
        // Someone else has revoked it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { name }) {
      onClose()
      notifications.show({ message: apiTokensTexts.revoked(name), color: 'green' })
      await queries.invalidateQueries({ queryKey: apiTokensKey })
    }
  })
  return (
    <ConfirmDialog
      opened={token !== undefined}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
      title={token && apiTokensTexts.revokeTitle(token.name)}
      isDangerous
      submitText={apiTokensTexts.revokeSubmit}
      onSubmit={() => token && revoke.mutate(token)}
      isSending={revoke.isPending}
      error={revoke.error}
    >
      <Text>{apiTokensTexts.revokeText}</Text>
    </ConfirmDialog>
  )
}
