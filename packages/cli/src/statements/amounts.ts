import type { Statement } from '@purveyor/client'
import type { Output } from '../output/output.ts'

/** Returns a decimal of the API with thousands separators, such as `-1,249.50`. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** Returns an amount such as `1,249.50 USD`. */
export function money(decimal: string, currency: string): string {
  return `${grouped(decimal)} ${currency}`
}

/** Returns the days of a period, such as `2026-03-01 to 2026-03-31`. */
export function periodText({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  return firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`
}

/** Returns a status in words, in the colour of what is left to do. A closed statement may have nothing due. */
export function statusText(
  { status, amountDue }: Pick<Statement, 'status' | 'amountDue'>,
  out: Output
): string {
  if (status === 'PAID') return out.green('paid')
  return /[1-9]/.test(amountDue) ? out.yellow('closed') : out.dim('nothing due')
}
