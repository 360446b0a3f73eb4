import { Anchor, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { StatementLine } from '@purveyor/client'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
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
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const Lines = isWide ? LineTable : LineList
  return (
    <section aria-labelledby="lines">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} fz="md" id="lines">
          {t.statements.lines}
        </Title>
        <Text c="dimmed" fz="sm">
          {t.statements.timesIn(timeZone)}
        </Text>
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={480} radius="md" aria-busy />}
      {list.isSuccess && list.items.length === 0 && <Text c="dimmed">{t.statements.noLines}</Text>}
      {list.items.length > 0 && (
        <Paper withBorder radius="md" className={classes.scroll}>
          <Lines lines={list.items} timeZone={timeZone} />
        </Paper>
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

type LinesProps = { lines: StatementLine[]; timeZone: string }

function LineTable({ lines, timeZone }: LinesProps) {
  const numbers = [t.statements.units, t.statements.unitCost, t.statements.amount]
  return (
    <Table verticalSpacing={9} className={classes.table} aria-labelledby="lines">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t.statements.time}</Table.Th>
          <Table.Th scope="col">{t.statements.what}</Table.Th>
          <Table.Th scope="col">{t.statements.order}</Table.Th>
          {numbers.map((name) => (
            <Table.Th key={name} scope="col" className={classes.number}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td className={classes.nowrap}>{formatDateTimeIn(timeZone, line.recordedAt)}</Table.Td>
            <Table.Th scope="row" fw={400} className={classes.what}>
              <What line={line} />
            </Table.Th>
            <Table.Td className={classes.nowrap}>
              <OrderLink line={line} />
              {line.poNumber && (
                <Text c="dimmed" fz="xs">
                  {line.poNumber}
                </Text>
              )}
            </Table.Td>
            <Table.Td className={classes.number}>
              {line.quantity !== null && formatNumber(line.quantity)}
            </Table.Td>
            <Table.Td className={classes.number}>
              {line.unitCost && formatMoney(line.unitCost, line.currency)}
            </Table.Td>
            <Table.Td className={classes.number}>{formatMoney(line.amount, line.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The lines without a table, for narrow windows. */
function LineList({ lines, timeZone }: LinesProps) {
  return (
    <ul className={classes.lines} aria-labelledby="lines">
      {lines.map((line) => (
        <li key={line.id}>
          <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
            <div className={classes.what}>
              <What line={line} />
            </div>
            <Text span className={classes.number}>
              {formatMoney(line.amount, line.currency)}
            </Text>
          </Group>
          <Group justify="space-between" align="flex-end" gap="sm" mt={4} wrap="nowrap">
            <Text span c="dimmed" fz="xs">
              {formatDateTimeIn(timeZone, line.recordedAt)}
              {line.quantity !== null &&
                line.unitCost &&
                ` · ${formatNumber(line.quantity)}\u00a0×\u00a0${formatMoney(line.unitCost, line.currency)}`}
            </Text>
            <OrderLink line={line} />
          </Group>
        </li>
      ))}
    </ul>
  )
}

function What({ line }: { line: StatementLine }) {
  const { name, detail } = describeLine(line, t.statements)
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
      aria-label={t.statements.orderOf(orderNumber)}
    >
      {orderNumber}
    </Anchor>
  )
}
