import { vendorTexts as texts } from '../../texts/vendors.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'

/** Products and entries are counted up to this number (contract 4.13). */
const maxCounted = 10_000

/** Formats a number that is counted up to a limit. */
export function formatCounted(count: number): string {
  const text = formatNumber(count)
  return count < maxCounted ? text : texts.atLeast(text)
}

/** Formats a share from 0 to 1, or null. */
export function formatRate(share: number | null): string {
  return share === null ? texts.none : formatPercent(share)
}
