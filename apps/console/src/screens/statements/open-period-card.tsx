import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { statementsTexts } from '../../texts/statements.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDays } from '../../ui/format.ts'
import { OpenBadge } from '../../ui/statements/statement-badge.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { openId, useOpenStatement } from './use-statements.ts'

/** What the marketplace owes for the open period so far. */
export function OpenPeriodCard() {
  const { data, error, refetch } = useOpenStatement()
  if (!data) {
    if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
    return <Skeleton h={170} radius="md" mb="md" aria-busy />
  }
  const { firstDay, lastDay, timeZone, balances } = data
  const lineCount = balances.reduce((sum, balance) => sum + balance.lineCount, 0)
  const head = (
    <Group justify="space-between" gap="xs" mb="sm">
      <Group gap={8}>
        <Title order={2} fz="md">
          {formatDays(firstDay, lastDay)}
        </Title>
        <OpenBadge />
      </Group>
      {lineCount > 0 && (
        <Anchor component={Link} href={`/statements/${openId}`} fz="sm">
          {statementsTexts.showLines(lineCount)}
        </Anchor>
      )}
    </Group>
  )
  return (
    <BalancePanel head={head} balances={balances} totalLabel={statementsTexts.soFar}>
      <Text c="dimmed" fz="sm">
        {statementsTexts.preview(timeZone)}
      </Text>
    </BalancePanel>
  )
}
