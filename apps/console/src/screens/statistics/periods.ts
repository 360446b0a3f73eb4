import type { DecidedCount, ModerationStatistics } from '@purveyor/client'

/** The periods to choose from, in days. */
export const periods = [7, 30, 90, 400] as const
export type Period = (typeof periods)[number]

const defaultPeriod: Period = 30

/** Returns the period of the address: 30 days unless it names another one. */
export function periodOf(params: URLSearchParams): Period {
  return periods.find((days) => String(days) === params.get('days')) ?? defaultPeriod
}

/** The decisions of some days that follow each other. */
export type Decided = Omit<DecidedCount, 'date'> & { first: string; last: string }

/** The largest number of days that are shown one by one. */
const maxSingleDays = 100

/** Returns the decisions day by day, or week by week if there are too many days. Weeks begin on Monday. */
export function grouped(days: readonly DecidedCount[]): { isByWeek: boolean; groups: Decided[] } {
  const isByWeek = days.length > maxSingleDays
  const groups: Decided[] = []
  for (const { date, ...counts } of days) {
    const group = groups.at(-1)
    if (group && isByWeek && !isMonday(date)) {
      group.last = date
      for (const name of ['approved', 'rejected', 'byRules'] as const) group[name] += counts[name]
    } else groups.push({ ...counts, first: date, last: date })
  }
  return { isByWeek, groups }
}

function isMonday(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 1
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
