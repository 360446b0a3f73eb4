import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import type { Review } from './decision/use-review.tsx'

/** Keys that decide on the open entry. A key that is held down counts once. */
export function useEntryKeys(review: Review, claim: { toggle(): Promise<void> }): void {
  const fields = [0, 1, 2, 3].map(
    (index): HotkeyItem => [String(index + 1), once(() => review.cycleField(index))]
  )
  useHotkeys([
    ['a', once(() => review.approveAll())],
    ['r', once(() => review.startRejecting())],
    ['mod+Enter', once(() => review.send())],
    ['c', once(() => void claim.toggle())],
    ...fields
  ])
}

/** Ignores the repetitions of a key that is held down, so that no one approves by accident what comes next. */
export function once(action: () => void) {
  return (event: KeyboardEvent) => {
    if (!event.repeat) action()
  }
}
