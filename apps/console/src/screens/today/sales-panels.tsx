import { Paper, SimpleGrid } from '@mantine/core'
import type { SalesOfDay } from '@purveyor/client'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { todayTexts } from '../../texts/today.ts'
import { Empty } from '../../ui/empty.tsx'
import { FigureChart } from '../../ui/figure-chart.tsx'
import {
  formatDay,
  formatDays,
  formatMoney,
  formatNumber,
  formatRatio,
  formatShortDay
} from '../../ui/format.ts'
import { useCurrency } from '../../ui/use-units.ts'
import { groupedSales, type Sales, totalSales } from './sales.ts'
import { SalesTable } from './sales-table.tsx'

/** What was sold, as three charts with the total of each, or as a table. */
export function SalesPanels({ days, isTable }: { days: readonly SalesOfDay[]; isTable: boolean }) {
  const { currency } = useCurrency()
  const { isByWeek, groups } = useMemo(() => groupedSales(days), [days])
  const names = useMemo(() => groups.map(nameOf), [groups])
  const ticks = useMemo(() => groups.map(({ first }) => formatShortDay(first)), [groups])
  const total = useMemo(() => totalSales(days), [days])
  if (total.orders === 0)
    return (
      <Paper withBorder>
        <Empty
          icon={IconChartBar}
          heading="h3"
          title={todayTexts.nothingSold(days.length)}
          text={todayTexts.nothingSoldHint}
        />
      </Paper>
    )
  if (isTable) return <SalesTable groups={groups} total={total} isByWeek={isByWeek} currency={currency} />
  const shared = { names, ticks, isByWeek }
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      <FigureChart
        {...shared}
        title={todayTexts.sales}
        total={formatMoney(total.sales, currency)}
        detail={todayTexts.salesDetail}
        values={groups.map(({ sales }) => Number(sales))}
        format={(value) => formatMoney(value.toFixed(2), currency)}
      />
      <FigureChart
        {...shared}
        title={todayTexts.ordersSold}
        total={formatNumber(total.orders)}
        detail={todayTexts.ordersDetail(formatRatio(total.orders, days.length))}
        values={groups.map(({ orders }) => orders)}
      />
      <FigureChart
        {...shared}
        title={todayTexts.units}
        total={formatNumber(total.units)}
        detail={todayTexts.unitsDetail(formatRatio(total.units, total.orders))}
        values={groups.map(({ units }) => units)}
      />
    </SimpleGrid>
  )
}

/** Returns the day or the days of a group. */
export function nameOf({ first, last }: Sales): string {
  return first === last ? formatDay(first) : formatDays(first, last)
}
