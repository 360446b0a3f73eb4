import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import type { GridColumn } from './grid-types.ts'

/** How a person has arranged a grid: which columns are hidden, their widths in pixels, and how high its rows are. */
export type GridLayout = { hidden: string[]; widths: Record<string, number>; isCompact: boolean }

export type ChangeLayout = (changes: Partial<GridLayout>) => void

/** The heights of rows in pixels. Two lines of text fit into the first one. */
export const rowHeights = { normal: 44, compact: 32 }

/** Returns the layout of the grid with this name, which the browser remembers, and a function that changes it. */
export function useGridLayout(name: string, hidden: string[]): [GridLayout, ChangeLayout] {
  const initial: GridLayout = { hidden, widths: {}, isCompact: false }
  const [stored, store] = useLocalStorage<Partial<GridLayout>>({
    key: `purveyor-grid-${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false
  })
  return [
    { ...initial, ...stored },
    (changes) => store((current) => ({ ...initial, ...current, ...changes }))
  ]
}

/** Returns the columns that are shown, with the widths that they were given. The first one is always shown. */
export function useShownColumns<Column extends GridColumn<never>>(
  columns: readonly Column[],
  { hidden, widths }: GridLayout
): readonly Column[] {
  const key = JSON.stringify([hidden, widths])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is another object each time
  return useMemo(
    () =>
      columns
        .filter((column, index) => index === 0 || !hidden.includes(column.key))
        .map((column) => {
          const width = widths[column.key]
          return width === undefined ? column : { ...column, width, grows: false }
        }),
    [columns, key]
  )
}
