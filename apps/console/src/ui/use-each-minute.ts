import { useEffect, useState } from 'react'

/** Renders the component again once a minute, for texts such as `3 hr ago`. */
export function useEachMinute(): void {
  const [, update] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => update((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
}
