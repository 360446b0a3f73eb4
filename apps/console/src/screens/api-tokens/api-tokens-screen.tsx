import { Button, Paper, Skeleton } from '@mantine/core'
import type { ApiToken, CreatedApiToken } from '@purveyor/client'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { apiTokensTexts } from '../../texts/api-tokens.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenTable } from './token-table.tsx'
import { useApiTokens } from './use-api-tokens.ts'

/** The API tokens of the team. */
export default function ApiTokensScreen() {
  const { data, error, refetch } = useApiTokens()
  const [params, change] = useAddressState()
  const [created, setCreated] = useState<CreatedApiToken>()
  const [revoking, setRevoking] = useState<ApiToken>()
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ new: 'true' }, { push: true })}>
      {apiTokensTexts.new}
    </Button>
  )
  return (
    <Page title={apiTokensTexts.title} intro={apiTokensTexts.intro} actions={create}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} radius="md" />}
      {data?.length === 0 && (
        <Paper withBorder>
          <Empty icon={IconKey} title={apiTokensTexts.empty} text={apiTokensTexts.emptyText} />
        </Paper>
      )}
      {data && data.length > 0 && <TokenTable tokens={data} onRevoke={setRevoking} />}
      {params.has('new') && (
        <NewTokenDialog
          onClose={() => change({ new: null })}
          onCreated={(token) => {
            change({ new: null })
            setCreated(token)
          }}
        />
      )}
      {created && <ShownToken token={created} onClose={() => setCreated(undefined)} />}
      <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  )
}
