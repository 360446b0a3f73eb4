import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { OpenStatement } from '@purveyor/client'
import { IconTable } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDays } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { OpenBadge } from '../../ui/statements/statement-badge.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { BalancePanel } from './balance-panel.tsx'
import { StatementLines } from './statement-lines.tsx'
import { linesFileOf, openId, useOpenStatement } from './use-statements.ts'

/** The open period: what is owed so far, and the lines that it has. */
export function OpenPeriodPage() {
  const { data, error, refetch } = useOpenStatement()
  if (data) return <Loaded period={data} />
  return (
    <Page
      title={statementsTexts.openPeriod}
      intro={<BackLink href="/statements">{statementsTexts.back}</BackLink>}
    >
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={420} radius="md" aria-busy />
      )}
    </Page>
  )
}

function Loaded({ period }: { period: OpenStatement }) {
  const { firstDay, lastDay, timeZone, balances } = period
  const signedIn = useSignedIn()
  const download = useDownload()
  return (
    <Page
      title={statementsTexts.openPeriod}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/statements">{statementsTexts.back}</BackLink>
          <OpenBadge />
          <Text span inherit>
            {formatDays(firstDay, lastDay)}
          </Text>
        </Group>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconTable size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate([linesFileOf(signedIn, { id: openId })])}
        >
          {statementsTexts.csv}
        </Button>
      }
    >
      <BalancePanel balances={balances} totalLabel={statementsTexts.soFar}>
        <Text c="dimmed" fz="sm">
          {statementsTexts.preview(timeZone)}
        </Text>
      </BalancePanel>
      <StatementLines id={openId} timeZone={timeZone} />
    </Page>
  )
}
