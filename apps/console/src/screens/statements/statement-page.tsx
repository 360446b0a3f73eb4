import { Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type Statement } from '@purveyor/client'
import { IconDownload, IconReceiptOff, IconTable } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDays } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { BalancePanel } from './balance-panel.tsx'
import { Payment, StatementBadge } from './statement-badge.tsx'
import { StatementLines } from './statement-lines.tsx'
import { documentOf, linesFileOf, useStatement } from './use-statements.ts'

/** One closed statement: what is owed for it, and the lines of which it consists. */
export function StatementPage({ id }: { id: string }) {
  const { data, error, refetch } = useStatement(id)
  if (data) return <Loaded statement={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={t.statements.statement} intro={<BackLink href="/statements">{t.statements.back}</BackLink>}>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={420} radius="md" aria-busy />
      )}
    </Page>
  )
}

function Loaded({ statement }: { statement: Statement }) {
  const { id, number, status, firstDay, lastDay, timeZone } = statement
  return (
    <Page
      title={t.statements.numbered(number)}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/statements">{t.statements.back}</BackLink>
          <StatementBadge status={status} />
          <Text span inherit>
            {formatDays(firstDay, lastDay)}
          </Text>
        </Group>
      }
      actions={<Downloads statement={statement} />}
    >
      <BalancePanel balances={[statement]} totalLabel={t.statements.amountDue}>
        <Payment statement={statement} />
      </BalancePanel>
      <StatementLines id={id} timeZone={timeZone} />
    </Page>
  )
}

function Downloads({ statement }: { statement: Statement }) {
  const { purveyor } = useSignedIn()
  const document = useDownload()
  const lines = useDownload()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTable size={16} />}
        loading={lines.isPending}
        onClick={() => lines.mutate([linesFileOf(purveyor, statement)])}
      >
        {t.statements.csv}
      </Button>
      <Button
        leftSection={<IconDownload size={16} />}
        loading={document.isPending}
        onClick={() => document.mutate([documentOf(purveyor, statement)])}
      >
        {t.statements.pdf}
      </Button>
    </>
  )
}

function Missing() {
  return (
    <Page title={t.statements.title}>
      <Empty icon={IconReceiptOff} title={t.statements.gone} text={t.statements.goneText}>
        <Button component={Link} href="/statements" variant="default">
          {t.statements.back}
        </Button>
      </Empty>
    </Page>
  )
}
