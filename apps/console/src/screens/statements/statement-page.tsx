import { Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type Statement } from '@purveyor/client'
import { IconDownload, IconReceiptOff, IconTable } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDays } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Payment, StatementBadge } from '../../ui/statements/statement-badge.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { BalancePanel } from './balance-panel.tsx'
import { StatementLines } from './statement-lines.tsx'
import { documentOf, linesFileOf, useStatement } from './use-statements.ts'

const PayButton = lazy(() => import('./operator/pay-button.tsx'))

/** One closed statement: what is owed for it, and the lines of which it consists. */
export function StatementPage({ id }: { id: string }) {
  const { data, error, refetch } = useStatement(id)
  if (data) return <Loaded statement={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page
      title={statementsTexts.statement}
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

function Loaded({ statement }: { statement: Statement }) {
  const { id, number, status, vendorName, firstDay, lastDay, timeZone } = statement
  const { side } = useSignedIn()
  const name = statementsTexts.numbered(number)
  return (
    <Page
      title={side === 'platform' ? `${vendorName} · ${name}` : name}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/statements">{statementsTexts.back}</BackLink>
          <StatementBadge status={status} />
          <Text span inherit>
            {formatDays(firstDay, lastDay)}
          </Text>
        </Group>
      }
      actions={<Downloads statement={statement} />}
    >
      <BalancePanel balances={[statement]} totalLabel={statementsTexts.amountDue}>
        <Payment statement={statement} />
      </BalancePanel>
      <StatementLines id={id} timeZone={timeZone} />
    </Page>
  )
}

function Downloads({ statement }: { statement: Statement }) {
  const signedIn = useSignedIn()
  const { side } = signedIn
  const document = useDownload()
  const lines = useDownload()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTable size={16} />}
        loading={lines.isPending}
        onClick={() => lines.mutate([linesFileOf(signedIn, statement)])}
      >
        {statementsTexts.csv}
      </Button>
      <Button
        {...(side === 'platform' && { variant: 'default' })}
        leftSection={<IconDownload size={16} />}
        loading={document.isPending}
        onClick={() => document.mutate([documentOf(signedIn, statement)])}
      >
        {statementsTexts.pdf}
      </Button>
      {side === 'platform' && (
        <Suspense>
          <PayButton statement={statement} />
        </Suspense>
      )}
    </>
  )
}

function Missing() {
  return (
    <Page title={statementsTexts.title}>
      <Empty icon={IconReceiptOff} title={statementsTexts.gone} text={statementsTexts.goneText}>
        <Button component={Link} href="/statements" variant="default">
          {statementsTexts.back}
        </Button>
      </Empty>
    </Page>
  )
}
