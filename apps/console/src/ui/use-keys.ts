import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/**
 * Calls functions for keys that are pressed anywhere on a screen. Keys are ignored while the person types, chooses from
 * a list, or has a dialog open. A key that is held down counts once, unless `repeats` is set.
 */
export function useKeys(keys: Record<string, () => void>, { repeats = false } = {}): void {
  const items = Object.entries(keys).map(([key, action]): HotkeyItem => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event) || (event.repeat && !repeats)) return
      event.preventDefault()
      action()
    }
    return [key, press, { preventDefault: false }]
  })
  useHotkeys(items, [])
}

/** Inputs in which letters and digits mean nothing. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'range'])

function isFree({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('[aria-modal="true"]')) return false
  if (!(target instanceof HTMLElement)) return true
  if (target instanceof HTMLInputElement) return withoutText.has(target.type)
  return (
    !target.isContentEditable &&
    !target.closest('textarea, select, [role="listbox"], [role="menu"], [role="radiogroup"]')
  )
}
