import { useKeys } from '../../ui/use-keys.ts'
import type { Review } from './decision/use-review.tsx'

/** Keys that decide on the open entry. */
export function useEntryKeys(review: Review, claim: { toggle(): Promise<void> }): void {
  useKeys({
    a: () => review.approveAll(),
    r: () => review.startRejecting(),
    'mod+Enter': () => review.send(),
    c: () => void claim.toggle(),
    '1': () => review.cycleField(0),
    '2': () => review.cycleField(1),
    '3': () => review.cycleField(2),
    '4': () => review.cycleField(3)
  })
}
