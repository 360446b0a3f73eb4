import type { MouseEvent } from 'react'

/**
 * Returns a handler that ignores the second click of a double click. After a decision, the button for the next entry is
 * at the same place, so the second click would decide on the next entry before the person has seen it.
 */
export function onFirstClick(action: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) action()
  }
}
