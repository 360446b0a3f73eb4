import { Anchor, Group, Text, Title } from '@mantine/core'
import type { StatementLine } from '@purveyor/client'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTimeIn, formatMoney, formatNumber } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { describeLine } from './describe-line.ts'
import classes from './statements.module.css'
import { useStatementLines } from './use-statements.ts'

type Props = { id: string; timeZone: string }

/** The lines of a statement or of the open period, oldest first. Times are those of the time zone of its period. */
export function StatementLines({ id, timeZone }: Props) {
  const list = useStatementLines(id)
  return (
    <section aria-labelledby="lines">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} fz="md" id="lines">
          {statementsTexts.lines}
        </Title>
        <Text c="dimmed" fz="sm">
          {statementsTexts.timesIn(timeZone)}
        </Text>
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {(list.isPending || list.items.length > 0) && (
        <DataTable
          label={statementsTexts.lines}
          columns={columnsIn(timeZone)}
          rows={list.items}
          isLoading={list.isPending}
          keyOf={(line) => line.id}
        />
      )}
      {list.isSuccess && list.items.length === 0 && <Text c="dimmed">{statementsTexts.noLines}</Text>}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

function columnsIn(timeZone: string): [Column<StatementLine>, ...Column<StatementLine>[]] {
  const texts = statementsTexts
  return [
    { key: 'what', label: texts.what, cell: (line) => <What line={line} /> },
    { key: 'time', label: texts.time, cell: ({ recordedAt }) => formatDateTimeIn(timeZone, recordedAt) },
    {
      key: 'order',
      label: texts.order,
      cell: (line) => (
        <>
          <OrderLink line={line} />
          {line.poNumber && (
            <Text c="dimmed" fz="xs">
              {line.poNumber}
            </Text>
          )}
        </>
      )
    },
    {
      ...{ key: 'units', label: texts.units, isNumber: true },
      cell: ({ quantity }) => quantity !== null && formatNumber(quantity)
    },
    {
      ...{ key: 'unitCost', label: texts.unitCost, isNumber: true },
      cell: ({ unitCost, currency }) => unitCost && formatMoney(unitCost, currency)
    },
    {
      ...{ key: 'amount', label: texts.amount, isNumber: true },
      cell: ({ amount, currency }) => formatMoney(amount, currency)
    }
  ]
}

function What({ line }: { line: StatementLine }) {
  const { name, detail } = describeLine(line, statementsTexts)
  return (
    <>
      <Text inherit>
        <bdi>{name}</bdi>
      </Text>
      {detail && (
        <Text c="dimmed" fz="xs">
          <bdi>{detail}</bdi>
        </Text>
      )}
    </>
  )
}

function OrderLink({ line: { orderId, orderNumber } }: { line: StatementLine }) {
  const { side } = useSignedIn()
  if (!orderId || !orderNumber) return null
  // The id is that of the vendor's part of the order.
  const href =
    side === 'platform' ? `/orders?search=${encodeURIComponent(orderNumber)}` : `/orders/${orderId}`
  return (
    <Anchor
      component={Link}
      href={href}
      className={classes.nowrap}
      inherit
      aria-label={statementsTexts.orderOf(orderNumber)}
    >
      {orderNumber}
    </Anchor>
  )
}
