import { usageError } from './options.ts'

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/**
 * Returns the time that an option such as `--since` means: a time before now such as `90s`, `15m`, `1h`, `2d` or
 * `1w`, or a date or time in ISO 8601. Throws a `CommandError` for other text.
 */
export function parseTime(text: string, option: string, now = Date.now()): Date {
  const [, amount, unit] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim()) ?? []
  if (amount && unit) return new Date(now - Number(amount) * secondsOf[unit as keyof typeof secondsOf] * 1000)
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (!Number.isNaN(time.getTime())) return time
  throw usageError(
    `\`${text}\` is not a time for \`${option}\`.`,
    'Write a time before now, such as 15m, 1h or 2d, or a date or time, such as 2026-03-01 or 2026-03-01T09:30:00Z.'
  )
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns a time in the time zone of the user, such as `2026-03-01 09:30:00`. */
export function localTime(value: string | Date): string {
  const time = new Date(value)
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}
