import { useEffect, useRef, useState } from 'react'
import { drafts } from './drafts.ts'
import { isEqual, mergeChanges } from './merge-changes.ts'

/** What is stored of a form: the values as typed, and those with which the person began. */
type Stored<T> = { values: T; base: T }

/**
 * The values of a form, which survive a reload until they are saved or discarded. `key` is one of `draftKey`, and
 * `initial` are the values before anything is typed: those of the resource, or empty ones. When the resource is read
 * again and someone else has changed it, the fields that the person has not changed get the new values.
 */
export function useDraft<T extends object>(key: string, initial: T) {
  const [restored] = useState(() => drafts.read<Stored<T>>(key))
  const [start] = useState(() => restored && mergeChanges({ ...restored, current: initial }))
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(start?.values ?? initial)
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [conflicts, setConflicts] = useState<readonly (keyof T)[]>(start?.conflicts ?? [])

  function store(next: Stored<T>): void {
    if (isEqual(next.values, next.base)) drafts.delete(key)
    else drafts.write(key, next)
  }
  /** Takes over what someone else has changed, except in the fields that the person has changed. */
  function rebase(current: T): void {
    const merged = mergeChanges({ values, base, current })
    setBase(current)
    setValues(merged.values)
    setConflicts(merged.conflicts)
    store({ values: merged.values, base: current })
  }
  const seen = useRef(initial)
  useEffect(() => {
    if (isEqual(seen.current, initial)) return
    seen.current = initial
    rebase(initial)
  })
  return {
    values,
    base,
    isRestored,
    isChanged: !isEqual(values, base),
    /** The fields that someone else has changed while the person was changing them. */
    conflicts,
    change(changed: Partial<T>): void {
      const next = { ...values, ...changed }
      setValues(next)
      store({ values: next, base })
    },
    /** Records that values were saved, and what they are as they were stored. What was typed since then stays. */
    saved(sent: T, current: T): void {
      const merged = mergeChanges({ values, base: sent, current })
      setBase(current)
      setValues(merged.values)
      setRestored(false)
      setConflicts([])
      store({ values: merged.values, base: current })
    },
    /** Forgets what was typed. The form then has these values. */
    reset(next: T = base): void {
      drafts.delete(key)
      setBase(next)
      setValues(next)
      setRestored(false)
      setConflicts([])
    }
  }
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>
