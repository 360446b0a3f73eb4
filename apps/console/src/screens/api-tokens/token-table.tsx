import { Badge, Group, Text } from '@mantine/core'
import type { ApiToken } from '@purveyor/client'
import { IconTrash } from '@tabler/icons-react'
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
      label={t.apiTokens.title}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: t.apiTokens.name, cell: Name },
        { key: 'role', label: t.apiTokens.role, cell: ({ role }) => t.roles[role] },
        { key: 'lastUsed', label: t.apiTokens.lastUsed, cell: LastUsed },
        { key: 'expires', label: t.apiTokens.expires, cell: Expires },
        { key: 'created', label: t.apiTokens.created, cell: ({ createdAt }) => <Ago time={createdAt} /> }
      ]}
      actions={(token) => (
        <RowMenu
          label={t.apiTokens.actions(token.name)}
          actions={[
            {
              label: t.apiTokens.revoke,
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
      <Text fw={600}>{name}</Text>
      {isExpired && (
        <Badge miw="max-content" color="red">
          {t.apiTokens.expired}
        </Badge>
      )}
    </Group>
  )
}

function LastUsed({ lastUsedAt }: ApiToken) {
  if (lastUsedAt) return <Ago time={lastUsedAt} />
  return (
    <Text c="dimmed" inherit>
      {t.apiTokens.notUsed}
    </Text>
  )
}

function Expires({ expiresAt }: ApiToken) {
  if (expiresAt) return formatDateTime(expiresAt)
  return (
    <Text c="dimmed" inherit>
      {t.apiTokens.never}
    </Text>
  )
}
