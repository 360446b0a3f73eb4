import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls functions for keys with Alt, also while the person types. The keys are those of the keyboard, because with Alt,
 * letters stand for other characters on a Mac.
 */
export function useShipKeys(keys: Record<string, () => void>): void {
  const items = Object.entries(keys).map(([key, action]): HotkeyItem => {
    const press = (event: KeyboardEvent) => {
      if (!event.repeat && !document.querySelector('[aria-modal="true"]')) action()
    }
    return [key, press, { usePhysicalKeys: true }]
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => getHotkeyHandler(items)(event))
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
