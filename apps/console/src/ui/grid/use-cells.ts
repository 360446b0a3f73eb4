import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { type Cursor, movedBy, rangeOf, tabbed, within } from './cell-position.ts'
import type { GridProps } from './grid.tsx'
import type { Cell } from './grid-types.ts'

/** The cell that is being edited. `text` is what was typed to begin, or undefined to begin with the value. */
export type Editing = { text: string | undefined }

/** How an edit ends: where the focus goes, and the text if it is committed. */
export type EndEdit = (
  text: string | undefined,
  to: 'down' | 'up' | 'next' | 'previous' | 'stay' | 'away'
) => void

const start: Cursor = { focus: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } }

/** Moves the focus between the cells of a grid by keyboard and pointer, and begins and ends edits. */
export function useCells<Row>(
  props: GridProps<Row>,
  scroll: RefObject<HTMLDivElement | null>,
  rowHeight: number
) {
  const [stored, setCursor] = useState(start)
  const [editing, setEditing] = useState<Editing>()
  const latest = useRef(props)
  latest.current = props
  const hasMoved = useRef(false)
  const { count, columns, onEdit, goTo } = props
  const last = { row: count - 1, column: columns.length - 1 }
  const cursor = { focus: within(stored.focus, last), anchor: within(stored.anchor, last) }
  const focus = useRef(cursor.focus)
  focus.current = cursor.focus

  const move = useCallback((cell: Cell, { extend = false } = {}) => {
    hasMoved.current = true
    setEditing(undefined)
    setCursor((current) => ({ focus: cell, anchor: extend ? current.anchor : cell }))
  }, [])

  const shift = useCallback((rows: number) => {
    const shifted = ({ row, column }: Cell) => ({ row: row + rows, column })
    hasMoved.current = document.activeElement?.closest('[data-column]') !== null
    setCursor(({ focus, anchor }) => ({ focus: shifted(focus), anchor: shifted(anchor) }))
  }, [])

  useEffect(() => {
    if (goTo) move(goTo)
  }, [goTo, move])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows only the cursor and the end of an edit
  useLayoutEffect(() => {
    if (!hasMoved.current || editing) return
    hasMoved.current = false
    const cell = cellElement(scroll.current, cursor.focus)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [stored, editing])

  const canEdit = (cell: Cell) => {
    const row = latest.current.rowAt(cell.row)
    return Boolean(onEdit && row && columns[cell.column]?.isEditable?.(row))
  }
  const edit = (cell: Cell, text?: string) => {
    if (!canEdit(cell)) return false
    setCursor({ focus: cell, anchor: cell })
    setEditing({ text })
    return true
  }

  const endEdit: EndEdit = useCallback(
    (text, to) => {
      const { columns, count, onEdit } = latest.current
      const cell = focus.current
      const column = columns[cell.column]
      setEditing(undefined)
      if (text !== undefined && column) onEdit?.([{ index: cell.row, column: column.key, text }])
      if (to === 'away') return
      const editable = columns.flatMap((one, index) => (one.isEditable ? [index] : []))
      const row = to === 'down' ? cell.row + 1 : to === 'up' ? cell.row - 1 : cell.row
      const isTab = to === 'next' || to === 'previous'
      move(isTab ? tabbed(cell, to === 'next' ? 1 : -1, editable, count) : { ...cell, row })
    },
    [move]
  )

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (editing || event.altKey || event.defaultPrevented) return
    const isControl = event.ctrlKey || event.metaKey
    const { key } = event
    if (key === 'ArrowUp' && !event.shiftKey && cursor.focus.row === 0 && focusHeader(cursor.focus.column))
      return event.preventDefault()
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = movedBy({ key, isControl }, cursor.focus, { rows: count, columns: columns.length, page })
    if (next) move(next, { extend: event.shiftKey })
    else if (!act(key, isControl)) return
    event.preventDefault()
  }

  /** Returns false if the names of the columns can't have the focus. */
  function focusHeader(column: number): boolean {
    const header = scroll.current?.querySelector<HTMLElement>(`[data-header="${column}"][tabindex]`)
    header?.focus()
    return header != null
  }

  function act(key: string, isControl: boolean): boolean {
    if (isControl && key.toLowerCase() === 'z') props.onUndo?.()
    else if (isControl) return false
    else if (key === 'Escape') move(cursor.focus)
    else if (key === 'Delete' || key === 'Backspace') props.onDelete?.(rangeOf(cursor))
    else if (key === 'Enter' && !canEdit(cursor.focus)) enter()
    else if (key === 'Enter' || key === 'F2') edit(cursor.focus)
    else return key.length === 1 && key !== ' ' && edit(cursor.focus, key)
    return true
  }

  function enter(): void {
    const { row: index, column } = cursor.focus
    const row = props.rowAt(index)
    if (row) columns[column]?.onEnter?.(row, index)
  }

  return {
    cursor,
    editing,
    endEdit,
    shift,
    onKeyDown,
    /** Moves the focus from the header to a column. */
    goToColumn: (column: number) => move({ row: cursor.focus.row, column }),
    /** A script has moved the focus to a cell, such as to the first one with a fault. */
    onFocus({ target }: { target: EventTarget }) {
      const cell = target instanceof Element && target.matches('[data-column]') ? cellOf(target) : undefined
      if (cell && (cell.row !== focus.current.row || cell.column !== focus.current.column)) move(cell)
    },
    onPointerDown(event: PointerEvent) {
      const cell = cellOf(event.target)
      if (!cell || event.button !== 0 || isControl(event.target)) return
      const isAgain = cell.row === cursor.focus.row && cell.column === cursor.focus.column
      // Touch screens have no double click.
      if (isAgain && event.pointerType === 'touch' && edit(cell)) return event.preventDefault()
      if (editing && isAgain) return
      if (event.pointerType === 'mouse') event.preventDefault()
      move(cell, { extend: event.shiftKey })
    },
    onPointerOver(event: PointerEvent) {
      const cell = cellOf(event.target)
      if (cell && event.buttons === 1 && event.pointerType === 'mouse' && !editing)
        move(cell, { extend: true })
    },
    onDoubleClick(event: { target: EventTarget }) {
      const cell = cellOf(event.target)
      if (cell && !editing) edit(cell)
    }
  }
}

function cellElement(grid: HTMLElement | null, { row, column }: Cell): HTMLElement | null {
  return grid?.querySelector(`[data-row="${row}"] > [data-column="${column}"]`) ?? null
}

/** Returns the cell of an element; undefined if it's in none. */
function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
}

/** True for links, buttons and inputs in a cell, which do what they do elsewhere. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null
}
