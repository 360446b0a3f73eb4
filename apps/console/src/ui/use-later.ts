import { useEffect, useMemo, useState } from 'react'

/**
 * Returns the result of a function. If it takes long, it is called after the page has been shown, so that the page
 * responds in the meantime; until then, the result is undefined. `compute` must be a function of `useCallback`.
 */
export function useLater<T extends object>(compute: () => T, takesLong: boolean): T | undefined {
  const immediate = useMemo(() => (takesLong ? undefined : compute()), [compute, takesLong])
  const [later, setLater] = useState<{ compute: () => T; result: T }>()
  useEffect(() => {
    if (!takesLong) return
    const timer = setTimeout(() => setLater({ compute, result: compute() }))
    return () => clearTimeout(timer)
  }, [compute, takesLong])
  return immediate ?? (later?.compute === compute ? later.result : undefined)
}
