import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { Cursor } from './cell-position.ts'
import { rangeOf } from './cell-position.ts'
import type { GridSelection } from './grid-types.ts'

/** Selects a row. With `isRange`, also the rows between it and the one before. */
export type SelectRow = (index: number, isSelected: boolean, isRange: boolean) => void

/** Selects rows by their checkboxes and by keyboard: Space, Shift with a click, and Control A. */
export function useSelecting<Row>(selection: GridSelection<Row> | undefined) {
  const latest = useRef(selection)
  latest.current = selection
  const previous = useRef(0)
  const onSelect: SelectRow = useCallback((index, isSelected, isRange) => {
    const from = isRange ? previous.current : index
    latest.current?.onSelect(Math.min(from, index), Math.max(from, index), isSelected)
    previous.current = index
  }, [])

  return {
    onSelect,
    /** Returns true if the key was used. */
    onKey(event: KeyboardEvent, cursor: Cursor): boolean {
      if (!selection || event.altKey || event.target instanceof HTMLInputElement) return false
      const isControl = event.ctrlKey || event.metaKey
      if (isControl && event.key.toLowerCase() === 'a') selection.onSelectAll(true)
      else if (event.key === ' ' && !isControl) toggleRange(cursor)
      else return false
      event.preventDefault()
      return true
    }
  }

  function toggleRange(cursor: Cursor): void {
    const { top, bottom } = rangeOf(cursor)
    const row = document.activeElement?.closest('[aria-selected]')
    selection?.onSelect(top, bottom, row?.getAttribute('aria-selected') !== 'true')
    previous.current = cursor.focus.row
  }
}
