import type { WaitingCount } from '@purveyor/client'
import { operatorTexts } from '../../texts/operator.ts'
import { formatNumber } from '../../ui/format.ts'

/** Counts of this size and above are estimates (contract 4.17). */
const firstEstimate = 1000

/** Returns how many entries of all these kinds wait, as text. */
export function waitingCount(waiting: readonly Pick<WaitingCount, 'count'>[]): string {
  const text = formatNumber(waiting.reduce((sum, { count }) => sum + count, 0))
  return waiting.some(({ count }) => count >= firstEstimate) ? operatorTexts.home.about(text) : text
}
