import { Paper, Table } from '@mantine/core'
import { todayTexts } from '../../texts/today.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import type { Sales } from './sales.ts'
import { nameOf } from './sales-panels.tsx'
import classes from './today.module.css'

type Props = { groups: readonly Sales[]; total: Sales; isByWeek: boolean; currency: string | undefined }

/** The numbers of the charts as a table, the newest first. */
export function SalesTable({ groups, total, isByWeek, currency }: Props) {
  return (
    <Paper withBorder>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className={classes.scroll} tabIndex={0} aria-label={todayTexts.tableOf}>
        <Table stickyHeader highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{isByWeek ? todayTexts.week : todayTexts.day}</Table.Th>
              {[todayTexts.ordersSold, todayTexts.units, todayTexts.sales].map((name) => (
                <Table.Th key={name} scope="col" className={classes.cell}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.toReversed().map((group) => (
              <Row key={group.first} name={nameOf(group)} sales={group} currency={currency} />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Row name={todayTexts.total} sales={total} currency={currency} isTotal />
          </Table.Tfoot>
        </Table>
      </section>
    </Paper>
  )
}

type RowProps = { name: string; sales: Sales; currency: string | undefined; isTotal?: boolean }

function Row({ name, sales, currency, isTotal = false }: RowProps) {
  const weight = isTotal ? 600 : 400
  return (
    <Table.Tr fw={weight}>
      <Table.Th scope="row" fw={weight} className={classes.day}>
        {name}
      </Table.Th>
      <Table.Td className={classes.cell}>{formatNumber(sales.orders)}</Table.Td>
      <Table.Td className={classes.cell}>{formatNumber(sales.units)}</Table.Td>
      <Table.Td className={classes.cell}>{formatMoney(sales.sales, currency)}</Table.Td>
    </Table.Tr>
  )
}
