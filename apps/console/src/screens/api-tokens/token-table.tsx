import { Badge, Group, Text } from '@mantine/core'
import type { ApiToken } from '@purveyor/client'
import { IconTrash } from '@tabler/icons-react'
import { apiTokensTexts } from '../../texts/api-tokens.ts'
import { t } from '../../texts/texts.ts'
import { Ago } from '../../ui/ago.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }

/** The tokens of a team, and when each was used last. */
export function TokenTable({ tokens, onRevoke }: Props) {
  return (
    <DataTable
      label={apiTokensTexts.title}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: apiTokensTexts.name, cell: Name },
        { key: 'role', label: apiTokensTexts.role, cell: ({ role }) => t.roles[role] },
        { key: 'lastUsed', label: apiTokensTexts.lastUsed, cell: LastUsed },
        { key: 'expires', label: apiTokensTexts.expires, cell: Expires },
        { key: 'created', label: apiTokensTexts.created, cell: ({ createdAt }) => <Ago time={createdAt} /> }
      ]}
      actions={(token) => (
        <RowMenu
          label={apiTokensTexts.actions(token.name)}
          actions={[
            {
              label: apiTokensTexts.revoke,
              icon: IconTrash,
              isDangerous: true,
              onClick: () => onRevoke(token)
            }
          ]}
        />
      )}
    />
  )
}

function Name({ name, expiresAt }: ApiToken) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  return (
    <Group gap="xs">
      <Text inherit fw={600}>
        {name}
      </Text>
      {isExpired && (
        <Badge miw="max-content" color="red">
          {apiTokensTexts.expired}
        </Badge>
      )}
    </Group>
  )
}

function LastUsed({ lastUsedAt }: ApiToken) {
  if (lastUsedAt) return <Ago time={lastUsedAt} />
  return (
    <Text c="dimmed" inherit>
      {apiTokensTexts.notUsed}
    </Text>
  )
}

function Expires({ expiresAt }: ApiToken) {
  if (expiresAt) return formatDateTime(expiresAt)
  return (
    <Text c="dimmed" inherit>
      {apiTokensTexts.never}
    </Text>
  )
}
