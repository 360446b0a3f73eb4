import { type RefObject, useEffect, useRef } from 'react'

/** Returns a reference that is true while the component is shown. A form that was closed can't show an error. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
