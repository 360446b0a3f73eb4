import { useEffect, useRef, useState } from 'react'
import { drafts } from './drafts.ts'
import { isEqual, type Merged, mergeChanges, type Prefer, type Versions } from './merge-changes.ts'

type Stored<T> = Pick<Versions<T>, 'values' | 'base'>

type Options<T> = {
  /** Joins what was typed with what someone else has changed. By default, field by field. */
  merge?: (versions: Versions<T>, prefer?: Prefer) => Merged<T>
  /** True if saving one of two values would store the other. */
  isSame?: (a: T, b: T) => boolean
}

/**
 * The values of a form, which survive a reload until they are saved or discarded. `key` is one of `draftKey`, and
 * `initial` are the values before anything is typed: those of the resource as it is stored, or empty ones. When someone
 * else has changed the resource, the fields that the person has not changed get the new values.
 */
export function useDraft<T extends object>(
  key: string,
  initial: T,
  { merge = mergeChanges, isSame = isEqual }: Options<T> = {}
) {
  const [restored] = useState(() => drafts.read<Stored<T>>(key))
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [state, setState] = useState<Merged<T>>(() =>
    merge({ ...(restored ?? { values: initial, base: initial }), current: initial })
  )
  const current = useRef(initial)

  function put(next: Stored<T>, prefer?: Prefer): void {
    const merged = merge({ ...next, current: current.current }, prefer)
    setState(merged)
    if (isSame(merged.values, merged.base)) drafts.delete(key)
    else drafts.write(key, { values: merged.values, base: merged.base } satisfies Stored<T>)
  }
  function putStored(stored: T, values = stored, base = stored): void {
    current.current = stored
    put({ values, base })
  }
  const seen = useRef(initial)
  useEffect(() => {
    if (isEqual(seen.current, initial)) return
    seen.current = initial
    putStored(initial, state.values, state.base)
  })
  const isChanged = !isSame(state.values, state.base)
  return {
    ...state,
    isRestored: isRestored && isChanged,
    isChanged,
    change: (changed: Partial<T>) => put({ ...state, values: { ...state.values, ...changed } }),
    /** Records that values were saved, and what they are as they were stored. What was typed since then stays. */
    saved(sent: T, stored: T): void {
      setRestored(false)
      putStored(stored, state.values, sent)
    },
    /** Forgets what was typed. */
    reset(): void {
      setRestored(false)
      putStored(current.current)
    },
    /** Ends conflicts: with the values of the person, or with those that are stored. */
    resolve: (prefer: 'mine' | 'current') => put(state, prefer)
  }
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>
