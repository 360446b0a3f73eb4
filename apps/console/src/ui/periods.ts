/** The periods to choose from, in days. */
export const periods = [7, 30, 90, 400] as const
export type Period = (typeof periods)[number]

/** The period of an address that names none. */
export const defaultPeriod: Period = 30

/** Returns the period of the address. */
export function periodOf(params: URLSearchParams): Period {
  return periods.find((days) => String(days) === params.get('days')) ?? defaultPeriod
}

/** The largest number of days that are shown one by one. */
const maxSingleDays = 100

/**
 * Returns days that follow each other in groups: each day by itself, or week by week if there are too many days. Weeks
 * begin on Monday.
 */
export function groupDays<Day extends { date: string }>(
  days: readonly Day[]
): { isByWeek: boolean; groups: Day[][] } {
  const isByWeek = days.length > maxSingleDays
  const groups: Day[][] = []
  for (const day of days) {
    const group = groups.at(-1)
    if (group && isByWeek && !isMonday(day.date)) group.push(day)
    else groups.push([day])
  }
  return { isByWeek, groups }
}

function isMonday(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 1
}
