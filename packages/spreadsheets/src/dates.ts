const DAY = 86_400_000
/** The last day that Excel knows, 9999-12-31, in the 1900 date system. */
const LAST_DAY = 2_958_465
/** The days from the first day of the 1900 date system to that of the 1904 date system. */
const DAYS_1904 = 1462
/** 29 February 1900. Excel counts it, although it did not exist. */
const LEAP_DAY = 60

/**
 * Returns the date or the time that a number of days stands for, or undefined if there is no such date. `is1904` selects
 * the date system that starts on 1 January 1904. Numbers below 1 are times.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0)) return undefined
  const milliseconds = Math.round(serial * DAY)
  if (!is1904 && milliseconds < DAY) return timeOf(milliseconds)
  const days = Math.floor(milliseconds / DAY) + (is1904 ? DAYS_1904 : 0)
  if (days > LAST_DAY || (days === LEAP_DAY && !is1904)) return undefined
  const sinceEpoch = Date.UTC(1899, 11, days < LEAP_DAY ? 31 : 30) + days * DAY
  const date = new Date(sinceEpoch).toISOString().slice(0, 10)
  const time = milliseconds % DAY
  return time === 0 ? date : `${date}T${timeOf(time)}`
}

/** Returns the number of days that a date or a time stands for in the 1900 date system. */
export function serialOfDate(text: string): number | undefined {
  const match = /^(?:(\d{4}-\d\d-\d\d)(?:T|$))?(?:(\d\d):(\d\d):(\d\d(?:\.\d{1,3})?))?$/.exec(text)
  if (!match || text === '') return undefined
  const [, date, hours = '0', minutes = '0', seconds = '0'] = match
  const time = (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000) / DAY
  if (date === undefined) return time
  const parsed = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return undefined
  const days = Math.round((parsed.getTime() - Date.UTC(1899, 11, 30)) / DAY)
  const counted = days <= LEAP_DAY ? days - 1 : days
  return counted >= 1 ? counted + time : undefined
}

/** Returns a date in the ISO format of a file without what says nothing, or undefined if it isn't a date. */
export function isoDate(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?Z?)?$/.exec(text)
  if (!match) return undefined
  const [, date = '', time, seconds = '00', fraction = ''] = match
  const parsed = new Date(`${date}T${time ?? '00:00'}:${seconds}Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return undefined
  const shown = `${time ?? '00:00'}:${seconds}${fractionOf(fraction)}`
  return shown === '00:00:00' ? date : `${date}T${shown}`
}

/** Returns the time that an ISO duration such as PT13H45M00S stands for. Can have more than 24 hours. */
export function timeOfDuration(text: string): string | undefined {
  const match = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,](\d+))?S$/.exec(text)
  if (!match) return undefined
  const [, hours = '', minutes = '', seconds = '', fraction = ''] = match
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${fractionOf(fraction)}`
}

function timeOf(milliseconds: number): string {
  const [, time = ''] = new Date(milliseconds).toISOString().slice(0, -1).split('T')
  return time.replace('.000', '')
}

function two(digits: string): string {
  return digits.padStart(2, '0')
}

function fractionOf(digits: string): string {
  const shown = digits.slice(0, 3).padEnd(3, '0')
  return shown === '000' ? '' : `.${shown}`
}
