import type { DecidedCount, ModerationStatistics } from '@purveyor/client'
import { groupDays } from '../../ui/periods.ts'

/** The decisions of some days that follow each other. */
export type Decided = Omit<DecidedCount, 'date'> & { first: string; last: string }

/** Returns the decisions day by day, or week by week if there are too many days. */
export function grouped(days: readonly DecidedCount[]): { isByWeek: boolean; groups: Decided[] } {
  const { isByWeek, groups } = groupDays(days)
  return { isByWeek, groups: groups.map(added) }
}

function added(days: readonly DecidedCount[]): Decided {
  const sum = {
    first: days[0]?.date ?? '',
    last: days.at(-1)?.date ?? '',
    approved: 0,
    rejected: 0,
    byRules: 0
  }
  for (const day of days)
    for (const name of ['approved', 'rejected', 'byRules'] as const) sum[name] += day[name]
  return sum
}

/** Returns the decisions of the whole period. */
export function totals({ decidedPerDay }: ModerationStatistics): {
  decided: number
  approved: number
  rejected: number
  byRules: number
} {
  const sum = { decided: 0, approved: 0, rejected: 0, byRules: 0 }
  for (const { approved, rejected, byRules } of decidedPerDay) {
    sum.decided += approved + rejected
    sum.approved += approved
    sum.rejected += rejected
    sum.byRules += byRules
  }
  return sum
}
