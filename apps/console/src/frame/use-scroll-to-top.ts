import { useEffect, useRef } from 'react'

/** Shows another page from its top. After going back, the browser shows the part that was shown before. */
export function useScrollToTop(): void {
  const path = useRef(location.pathname)
  useEffect(() => {
    function onNavigate({ type }: Event) {
      if (type !== 'popstate' && location.pathname !== path.current) scrollTo(0, 0)
      path.current = location.pathname
    }
    // wouter dispatches an event for each of its navigations.
    const types = ['pushState', 'replaceState', 'popstate']
    for (const type of types) addEventListener(type, onNavigate)
    return () => {
      for (const type of types) removeEventListener(type, onNavigate)
    }
  }, [])
}
