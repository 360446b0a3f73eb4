// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned, which those of a table can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of the body take the focus
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef
} from 'react'
import { rangeOf } from './cell-position.ts'
import classes from './grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import type { Cell, CellRange, GridColumn, GridEdit, GridSelection, RowEdits } from './grid-types.ts'
import { type RowSlot, slotsFor } from './row-slots.ts'
import { useCells } from './use-cells.ts'
import { useClipboard } from './use-clipboard.ts'
import { useSelecting } from './use-selecting.ts'

/** The heights in pixels. That of the header is also in the CSS. */
const defaultRowHeight = 36
const headerHeight = 34

export type GridProps<Row> = {
  label: string
  /** Pass the same array until the columns change. The first one stays in view. */
  columns: readonly GridColumn<Row>[]
  /** The number of rows, including those that aren't loaded. */
  count: number
  /** Returns undefined if the row isn't loaded. A loaded row is the same object until it changes. */
  rowAt(index: number): Row | undefined
  /** Names a row for screen readers. */
  labelOf(row: Row): string
  editsOf?(row: Row): RowEdits | undefined
  /**
   * Receives what was typed or pasted, also for cells that can't be edited and, with `readRows` or `canGrow`, for rows
   * beyond `count`. Without it, the grid is read-only.
   */
  onEdit?: ((edits: GridEdit[]) => void) | undefined
  /** True if what is pasted below the last row becomes new rows. */
  canGrow?: boolean
  /** Called when Delete or Backspace is pressed with the cells that are selected. */
  onDelete?: ((range: CellRange) => void) | undefined
  onUndo?: (() => void) | undefined
  /** Reads rows that aren't loaded, so that they can be copied. `count` may be an estimate then. */
  readRows?(first: number, last: number): Promise<readonly Row[]>
  selection?: GridSelection<Row> | undefined
  /** Called with the indexes of the first and the last row in view. */
  onView?(first: number, last: number): void
  /** True while the rows in view keep their distance from the end if the number of rows changes. */
  isNearEnd?: boolean
  /** The one of the `sorts` of the columns by which the rows are sorted. */
  sort?: string | undefined
  /** Called when a person sorts by a column, or by none. Without it, the grid can't be sorted. */
  onSort?: ((sort: string | undefined) => void) | undefined
  /** Called with the width that a person has given a column. Without it, the columns keep their widths. */
  onResize?: ((key: string, width: number) => void) | undefined
  /** In pixels. */
  rowHeight?: number
  /** The grid goes to this cell when it becomes another object. */
  goTo?: Cell | undefined
  /**
   * True if texts, faults and notes are shown in full, on as many lines as they need. By default, they are on one line, and
   * faults and notes are shown while the cell has the focus.
   */
  isWrapping?: boolean
  /** What is shown below the header if there are no rows. */
  children?: ReactNode
}

/**
 * A table of any number of rows, of which only those in view are in the page. It fills the height of its parent, which
 * has to be limited (`display: flex; flex-direction: column; min-height: 0`).
 *
 * Arrow keys move, also with Shift and Control. Typing, Enter or F2 edit a cell, Enter and Tab commit, Escape cancels.
 * Cells are copied and pasted as spreadsheets do. The grid stores no data: it reports edits to `onEdit`, and shows what
 * `editsOf` returns, such as a text with its fault. Rows in memory need only `count`, `rowAt` and `onEdit`:
 *
 *     <Grid label="Failed rows" columns={columns} count={rows.length} rowAt={(index) => rows[index]}
 *       labelOf={(row) => row.name} editsOf={(row) => edits.get(row.id)} onEdit={change} />
 *
 * To show other rows from their beginning, change the `key` of the grid.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, count, rowAt, labelOf, editsOf, onEdit, onView, selection, children } = props
  const { sort, onSort, onResize, rowHeight = defaultRowHeight, isWrapping } = props
  const scroll = useRef<HTMLDivElement>(null)
  const cells = useCells(props, scroll, rowHeight)
  const { cursor, editing } = cells
  const clipboard = useClipboard(props, cursor)
  const select = useSelecting(selection)
  const focusRow = cursor.focus.row
  const extract = useCallback(
    (view: View) => withFocus(view, Math.min(focusRow, count - 1)),
    [focusRow, count]
  )
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headerHeight,
    rangeExtractor: extract,
    indexAttribute: 'data-row'
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have to be measured again when their height changes
  useLayoutEffect(() => rows.measure(), [rowHeight])
  const items = rows.getVirtualItems()
  const slots = useSlots(items.map(({ index }) => index))
  const tops = new Map(items.map(({ index, start }) => [index, start - headerHeight]))
  useDistanceFromEnd({ ...props, rowHeight }, scroll, cells.shift)
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  useEffect(() => onView?.(startIndex, endIndex), [onView, startIndex, endIndex])

  const range = rangeOf(cursor)
  const width = columns.reduce((sum, column) => sum + column.width, selection ? 40 : 0)
  return (
    <div
      ref={scroll}
      role="grid"
      className={classes.grid}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-readonly={!onEdit || undefined}
      data-selectable={selection ? true : undefined}
      data-wrapping={isWrapping}
      style={{ '--row-height': `${rowHeight}px`, '--lines': rowHeight < 40 ? 1 : 2 } as CSSProperties}
      onFocus={cells.onFocus}
      onKeyDown={(event) => select.onKey(event, cursor) || cells.onKeyDown(event)}
      onPointerDown={cells.onPointerDown}
      onPointerOver={cells.onPointerOver}
      onDoubleClick={cells.onDoubleClick}
      onCopy={clipboard.onCopy}
      onPaste={clipboard.onPaste}
    >
      <div className={classes.inner} style={{ minWidth: width }}>
        <GridHeader {...{ columns, selection, sort, onSort, onResize }} onLeave={cells.goToColumn} />
        <div role="rowgroup" className={classes.body} style={{ height: rows.getTotalSize() }}>
          {slots.map(({ index, slot }) => {
            const row = rowAt(index)
            const isFocused = index === focusRow
            const isInRange = index >= range.top && index <= range.bottom
            return (
              <GridRow
                // A row that is loaded stays the same element, so that its cells keep the focus.
                key={isWrapping ? index : slot}
                row={row}
                index={index}
                top={tops.get(index) ?? index * rowHeight}
                measure={isWrapping ? rows.measureElement : undefined}
                columns={columns}
                label={row && labelOf(row)}
                edits={row && editsOf?.(row)}
                focusColumn={isFocused ? cursor.focus.column : -1}
                rangeStart={isInRange ? range.left : -1}
                rangeEnd={isInRange ? range.right : -1}
                editing={isFocused ? editing : undefined}
                onEndEdit={cells.endEdit}
                isSelected={row && selection?.isSelected(row)}
                onSelect={row && (selection?.isSelectable?.(row) ?? true) ? select.onSelect : undefined}
                isSelectable={selection !== undefined}
              />
            )
          })}
        </div>
        {count === 0 && children}
      </div>
    </div>
  )
}

/** Returns the slots of the rows in the page. */
function useSlots(indexes: readonly number[]): readonly RowSlot[] {
  const slots = useRef<readonly RowSlot[]>([])
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
  slots.current = slotsFor(slots.current, indexes, focused === undefined ? undefined : Number(focused))
  return slots.current
}

/** Moves the view if the number of rows was an estimate, and rows near the end are shown. */
function useDistanceFromEnd<Row>(
  { count, isNearEnd = false, rowHeight }: GridProps<Row> & { rowHeight: number },
  scroll: RefObject<HTMLDivElement | null>,
  shift: (rows: number) => void
): void {
  const previous = useRef({ count, isNearEnd })
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = { count, isNearEnd }
    if (!before.isNearEnd || before.count === count || !scroll.current) return
    scroll.current.scrollTop += (count - before.count) * rowHeight
    shift(count - before.count)
  }, [count, isNearEnd, rowHeight, scroll, shift])
}

type View = { startIndex: number; endIndex: number; overscan: number; count: number }

/** The row that has the focus stays in the page, so that the keyboard works after scrolling. */
function withFocus({ startIndex, endIndex, overscan, count }: View, focusRow: number): number[] {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan)
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
  if (focusRow >= 0 && focusRow < first) return [focusRow, ...indexes]
  return focusRow > last ? [...indexes, focusRow] : indexes
}
