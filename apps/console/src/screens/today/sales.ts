import type { SalesOfDay } from '@purveyor/client'
import { sumMoney } from '../../ui/money.ts'
import { groupDays } from '../../ui/periods.ts'

/** What was sold on some days that follow each other. `sales` is an amount of money. */
export type Sales = { first: string; last: string; orders: number; units: number; sales: string }

/** Returns the sales day by day, or week by week if there are too many days. */
export function groupedSales(days: readonly SalesOfDay[]): { isByWeek: boolean; groups: Sales[] } {
  const { isByWeek, groups } = groupDays(days)
  return { isByWeek, groups: groups.map(totalSales) }
}

/** Returns the sales of all these days together. */
export function totalSales(days: readonly SalesOfDay[]): Sales {
  return {
    first: days[0]?.date ?? '',
    last: days.at(-1)?.date ?? '',
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    units: days.reduce((sum, { units }) => sum + units, 0),
    sales: sumMoney(days.map(({ sales }) => sales))
  }
}
