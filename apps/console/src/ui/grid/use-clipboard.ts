import type { ClipboardEvent } from 'react'
import { notifyError } from '../notify-error.ts'
import { type Cursor, rangeOf } from './cell-position.ts'
import { formatCells, parseCells, pastedEdits } from './cells-text.ts'
import type { GridProps } from './grid.tsx'

/** Copies and pastes cells as text that spreadsheets understand. */
export function useClipboard<Row>(props: GridProps<Row>, cursor: Cursor) {
  const { columns, count, rowAt, readRows, editsOf, onEdit, canGrow } = props
  const range = rangeOf(cursor)

  function textsOf(row: Row): string[] {
    const edits = editsOf?.(row)
    return columns
      .slice(range.left, range.right + 1)
      .map((column) => edits?.[column.key]?.text ?? column.textOf(row))
  }

  return {
    onCopy(event: ClipboardEvent) {
      if (isTyping(event.target) || count === 0) return
      event.preventDefault()
      const rows: Row[] = []
      for (let index = range.top; index <= range.bottom; index++) {
        const row = rowAt(index)
        if (row) rows.push(row)
      }
      if (rows.length === range.bottom - range.top + 1 || !readRows)
        return event.clipboardData.setData('text/plain', formatCells(rows.map(textsOf)))
      readRows(range.top, range.bottom)
        .then((all) => navigator.clipboard.writeText(formatCells(all.map(textsOf))))
        .catch(notifyError)
    },
    onPaste(event: ClipboardEvent) {
      if (isTyping(event.target) || !onEdit) return
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      // An image, or a file.
      if (text === '') return
      const cells = parseCells(text)
      // The number of rows that aren't all loaded is an estimate, so more rows can be meant.
      const limit = readRows || canGrow ? Number.POSITIVE_INFINITY : count
      const edits = pastedEdits(cells, { range, columns, count: limit })
      if (edits.length > 0) onEdit(edits)
    }
  }
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}
