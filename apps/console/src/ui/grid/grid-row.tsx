// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned, which those of a table can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of the body take the focus
import { memo } from 'react'
import { t } from '../../texts/texts.ts'
import classes from './grid.module.css'
import { GridCell } from './grid-cell.tsx'
import type { GridColumn, RowEdits } from './grid-types.ts'
import type { Editing, EndEdit } from './use-cells.ts'
import type { SelectRow } from './use-selecting.ts'

type Props<Row> = {
  row: Row | undefined
  index: number
  top: number
  /** Measures the row, if its texts are wrapped. */
  measure: ((element: HTMLElement | null) => void) | undefined
  columns: readonly GridColumn<Row>[]
  label: string | undefined
  edits: RowEdits | undefined
  /** The column that has the focus; -1 if it's in another row. */
  focusColumn: number
  rangeStart: number
  rangeEnd: number
  editing: Editing | undefined
  onEndEdit: EndEdit
  /** True if the grid has checkboxes. */
  isSelectable: boolean
  isSelected: boolean | undefined
  onSelect: SelectRow | undefined
}

/** A row of a grid. It is rendered again only if something of it has changed. */
export const GridRow = memo(Row) as typeof Row

function Row<Row>(props: Props<Row>) {
  const {
    row,
    index,
    top,
    measure,
    columns,
    edits,
    focusColumn,
    rangeStart,
    rangeEnd,
    editing,
    isSelectable
  } = props
  const offset = isSelectable ? 2 : 1
  return (
    <div
      ref={measure}
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? (props.isSelected ?? false) : undefined}
      data-row={index}
      data-focused={focusColumn >= 0 || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelectable && <SelectCell {...props} />}
      {columns.map((column, at) => (
        <GridCell
          key={column.key}
          row={row}
          column={column}
          at={at}
          offset={offset}
          edit={edits?.[column.key]}
          hasFocus={at === focusColumn}
          isInRange={at >= rangeStart && at <= rangeEnd && (rangeStart !== rangeEnd || at !== focusColumn)}
          editing={at === focusColumn ? editing : undefined}
          isWrapping={measure !== undefined}
          onEndEdit={props.onEndEdit}
        />
      ))}
    </div>
  )
}

function SelectCell<Row>({ index, label, isSelected, onSelect }: Props<Row>) {
  return (
    <div role="gridcell" aria-colindex={1} className={classes.select}>
      {onSelect && (
        // Rows are made while the grid scrolls, so their parts are as light as possible.
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.grid.select(label ?? '')}
          checked={isSelected ?? false}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as MouseEvent
            onSelect(index, event.currentTarget.checked, shiftKey)
          }}
        />
      )}
    </div>
  )
}
