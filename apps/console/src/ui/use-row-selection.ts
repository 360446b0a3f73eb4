import { useMemo, useState } from 'react'

/** The rows of a list that the person has selected. Rows that are no longer listed are left out. */
export function useRowSelection<Row extends { id: string }>(listed: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => listed.filter(({ id }) => ids.has(id)), [listed, ids])
  return {
    rows,
    has: (id: string) => ids.has(id),
    set(id: string, isSelected: boolean) {
      setIds((current) => (isSelected ? current.union(new Set([id])) : current.difference(new Set([id]))))
    },
    isAll: rows.length > 0 && rows.length === listed.length,
    isSome: rows.length > 0 && rows.length < listed.length,
    setAll: (isSelected: boolean) => setIds(new Set(isSelected ? listed.map(({ id }) => id) : [])),
    clear: () => setIds(new Set())
  }
}

export type RowSelection<Row extends { id: string }> = ReturnType<typeof useRowSelection<Row>>
