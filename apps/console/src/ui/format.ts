import { t } from '../texts/texts.ts'

export { formatMoney } from './money.ts'

// `undefined` is the locale of the browser. The language of the texts can differ from it.
const number = new Intl.NumberFormat(undefined)
const ratio = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const shortDateTime = new Intl.DateTimeFormat(undefined, {
  ...{ day: 'numeric', month: 'short' },
  ...{ hour: dateTime.resolvedOptions().hour12 ? 'numeric' : '2-digit', minute: '2-digit' }
})
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const localDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'narrow' })

export const formatNumber = (value: number) => number.format(value)
/** Formats a number with few characters, such as `1.2M`. */
export const formatCompact = (value: number) => compact.format(value)
/** Formats a share from 0 to 1. */
export const formatPercent = (share: number) => percent.format(share)
/** Formats how much of the one comes on each of the other, with up to one decimal. */
export const formatRatio = (count: number, per: number) => ratio.format(count / Math.max(1, per))
/** Formats a timestamp with its date and time. */
export const formatDateTime = (timestamp: string) => dateTime.format(new Date(timestamp))
/** Formats a timestamp with its date and time, without the year if it is the current one. */
export function formatShortDateTime(timestamp: string): string {
  const date = new Date(timestamp)
  return (date.getFullYear() === new Date().getFullYear() ? shortDateTime : dateTime).format(date)
}
/** Formats the time of day of a timestamp. */
export const formatTime = (timestamp: string) => time.format(new Date(timestamp))
/** Formats the time of day of a timestamp with its weekday in short, such as `Mon 14:00`. */
export const formatShortWeekday = (timestamp: string) => weekday.format(new Date(timestamp))
/** Formats the day of a timestamp, by the clock of the browser, with its weekday. */
export const formatLocalDay = (timestamp: string) => localDay.format(new Date(timestamp))
/** Formats a day of the form `2026-03-01`. */
export const formatDay = (date: string) => day.format(utc(date))
/** Formats a day without its year. */
export const formatShortDay = (date: string) => shortDay.format(utc(date))
/** Formats the days from one to another, such as `2 – 8 Mar 2026`. */
export const formatDays = (first: string, last: string) => day.formatRange(utc(first), utc(last))

const zoned = new Map<string, Record<'day' | 'time', Intl.DateTimeFormat>>()

/** Formats the day of a timestamp by the clocks of a time zone, such as `Europe/Berlin`. */
export const formatDayIn = (zone: string, timestamp: string) =>
  zonedFormats(zone).day.format(new Date(timestamp))
/** Formats a timestamp with its date and time by the clocks of a time zone. */
export const formatDateTimeIn = (zone: string, timestamp: string) =>
  zonedFormats(zone).time.format(new Date(timestamp))

function zonedFormats(timeZone: string) {
  const formats = zoned.get(timeZone) ?? {
    day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }),
    time: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  }
  zoned.set(timeZone, formats)
  return formats
}

function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60]
] as const

/** Formats how long ago a timestamp was, such as `3 hr ago`. */
export function formatAgo(timestamp: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(timestamp) - now) / 1000)
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : t.time.justNow
}

/** Formats how long ago a timestamp was in few letters, such as `3h` or `45d`. */
export function formatShortAgo(timestamp: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(timestamp)) / 1000)
  const [unit, size] = units.slice(2).find(([, one]) => seconds >= one) ?? (['minute', 60] as const)
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'narrow' }).format(
    Math.trunc(seconds / size)
  )
}

/** Formats a duration in seconds by its largest unit, such as `1.5 h`. */
export function formatDuration(seconds: number): string {
  const [unit, size] = units.slice(2).find(([, one]) => seconds >= one) ?? (['second', 1] as const)
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'minute' || unit === 'second' ? 0 : 1
  }).format(seconds / size)
}
