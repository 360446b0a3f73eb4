import { Text } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { todayTexts } from '../../texts/today.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { useCurrency } from '../../ui/use-units.ts'
import { DueNotice } from './due-notice.tsx'
import { totalSales } from './sales.ts'
import classes from './today.module.css'

/** The figures at a glance: what was sold in the period, and which orders are late or due today. */
export function KeyFigures({ statistics }: { statistics: VendorStatistics | undefined }) {
  const { currency } = useCurrency()
  const total = statistics && totalSales(statistics.days)
  const figures: [name: string, value: string][] = total
    ? [
        [todayTexts.sales, formatMoney(total.sales, currency)],
        [todayTexts.ordersSold, formatNumber(total.orders)],
        [todayTexts.units, formatNumber(total.units)]
      ]
    : []
  return (
    <div className={classes.top}>
      <dl className={classes.figures} aria-busy={!statistics}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" c="dimmed" fz="sm">
              {todayTexts.inDays(name, statistics?.days.length ?? 0)}
            </Text>
            <dd className={classes.figure}>{value}</dd>
          </div>
        ))}
      </dl>
      <DueNotice statistics={statistics} />
    </div>
  )
}
