import { Group, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import type { PlatformDay, PlatformStatistics } from '@purveyor/client'
import { useMemo } from 'react'
import { operatorTexts } from '../../texts/operator.ts'
import { todayTexts } from '../../texts/today.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FigureChart } from '../../ui/figure-chart.tsx'
import {
  formatDay,
  formatDays,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRatio,
  formatShortDay,
  formatTime
} from '../../ui/format.ts'
import { sumMoney } from '../../ui/money.ts'
import { defaultPeriod, groupDays, type Period, periods } from '../../ui/periods.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useCurrency } from '../../ui/use-units.ts'
import classes from './home.module.css'

type Props = {
  days: Period
  statistics: PlatformStatistics | undefined
  /** True while `statistics` are those of another period. */
  isOld: boolean
  updatedAt: number
}

/** What was sold and decided in the last days, as charts or as a table. */
export function CourseSection({ days, statistics, isOld, updatedAt }: Props) {
  const [params, change] = useAddressState()
  const isTable = params.get('as') === 'table'
  return (
    <section aria-labelledby="course">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} id="course">
          {todayTexts.lastDays(isOld && statistics ? statistics.days.length : days)}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={todayTexts.period}
            value={String(days)}
            onChange={(value) => change({ days: value === String(defaultPeriod) ? null : value })}
            data={periods.map((one) => ({ value: String(one), label: todayTexts.days(one) }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={todayTexts.display}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => change({ as: value === 'table' ? value : null })}
            data={[
              { value: 'chart', label: todayTexts.chart },
              { value: 'table', label: todayTexts.table }
            ]}
          />
        </Group>
      </Group>
      {statistics ? (
        <div className={classes.content} aria-busy={isOld}>
          {isTable ? <CourseTable days={statistics.days} /> : <Charts days={statistics.days} />}
          <Text c="dimmed" fz="xs" mt="sm" ta="end">
            {operatorTexts.home.updated(formatTime(new Date(updatedAt).toISOString()))}
          </Text>
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 3 }} aria-busy>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} h={292} radius="md" />
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}

type Course = ReturnType<typeof totalOf>

/** Returns the numbers of some days together. */
function totalOf(days: readonly PlatformDay[]) {
  const sum = (read: (day: PlatformDay) => number) => days.reduce((total, day) => total + read(day), 0)
  return {
    first: days[0]?.date ?? '',
    last: days.at(-1)?.date ?? '',
    sales: sumMoney(days.map(({ sales }) => sales)),
    orders: sum(({ orders }) => orders),
    approved: sum(({ approved }) => approved),
    rejected: sum(({ rejected }) => rejected),
    byRules: sum(({ byRules }) => byRules)
  }
}

function nameOf({ first, last }: Course): string {
  return first === last ? formatDay(first) : formatDays(first, last)
}

function useCourse(days: readonly PlatformDay[]) {
  return useMemo(() => {
    const { isByWeek, groups } = groupDays(days)
    return { isByWeek, groups: groups.map(totalOf), total: totalOf(days) }
  }, [days])
}

function Charts({ days }: { days: readonly PlatformDay[] }) {
  const { currency } = useCurrency()
  const { isByWeek, groups, total } = useCourse(days)
  const shared = {
    isByWeek,
    names: useMemo(() => groups.map(nameOf), [groups]),
    ticks: useMemo(() => groups.map(({ first }) => formatShortDay(first)), [groups])
  }
  const decided = total.approved + total.rejected
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
      <FigureChart
        {...shared}
        title={operatorTexts.home.sales}
        total={formatMoney(total.sales, currency)}
        detail={operatorTexts.home.salesDetail}
        values={groups.map(({ sales }) => Number(sales))}
        format={(value) => formatMoney(value.toFixed(2), currency)}
      />
      <FigureChart
        {...shared}
        title={operatorTexts.home.orders}
        total={formatNumber(total.orders)}
        detail={operatorTexts.home.ordersDetail(formatRatio(total.orders, days.length))}
        values={groups.map(({ orders }) => orders)}
      />
      <FigureChart
        {...shared}
        title={operatorTexts.home.decisions}
        total={formatNumber(decided)}
        detail={
          decided === 0
            ? operatorTexts.home.noDecisions
            : operatorTexts.home.byRules(formatPercent(total.byRules / decided))
        }
        values={[
          {
            label: operatorTexts.home.approved,
            kind: 'bar',
            color: 'first',
            values: groups.map(({ approved }) => approved)
          },
          {
            label: operatorTexts.home.rejectedSeries,
            kind: 'bar',
            color: 'second',
            values: groups.map(({ rejected }) => rejected)
          }
        ]}
      />
    </SimpleGrid>
  )
}

/** The same numbers as a table, the latest first. */
function CourseTable({ days }: { days: readonly PlatformDay[] }) {
  const { currency } = useCurrency()
  const { isByWeek, groups } = useCourse(days)
  return (
    <DataTable
      label={operatorTexts.home.tableOf}
      rows={groups.toReversed()}
      keyOf={({ first }) => first}
      columns={[
        { key: 'day', label: isByWeek ? todayTexts.week : todayTexts.day, cell: nameOf },
        {
          key: 'sales',
          label: operatorTexts.home.sales,
          isNumber: true,
          cell: ({ sales }) => formatMoney(sales, currency)
        },
        ...(['orders', 'approved', 'rejected', 'byRules'] as const).map((key) => ({
          key,
          label: {
            orders: operatorTexts.home.orders,
            approved: operatorTexts.home.approved,
            rejected: operatorTexts.home.rejectedSeries,
            byRules: operatorTexts.home.dayRules
          }[key],
          isNumber: true,
          cell: (row: Course) => formatNumber(row[key])
        }))
      ]}
    />
  )
}
