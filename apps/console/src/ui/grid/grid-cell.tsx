// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned, which those of a table can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of the body take the focus
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CellEditor } from './cell-editor.tsx'
import classes from './grid.module.css'
import { type CellEdit, type GridColumn, widthStyle } from './grid-types.ts'
import type { Editing, EndEdit } from './use-cells.ts'

type Props<Row> = {
  row: Row | undefined
  column: GridColumn<Row>
  /** The index of the column. */
  at: number
  /** The `aria-colindex` of the first column. */
  offset: number
  edit: CellEdit | undefined
  hasFocus: boolean
  isInRange: boolean
  editing: Editing | undefined
  isWrapping: boolean
  onEndEdit: EndEdit
}

/** A cell of a grid: its value, the text that was typed into it, or the editor. */
export function GridCell<Row>(props: Props<Row>) {
  const { row, column, at, offset, edit, hasFocus, isInRange, editing, isWrapping } = props
  const remark = edit?.fault ?? edit?.note
  const isEditable = row !== undefined && (column.isEditable?.(row) ?? false)
  return (
    <div
      role="gridcell"
      tabIndex={hasFocus ? 0 : -1}
      className={classes.cell}
      aria-colindex={at + offset}
      aria-readonly={isEditable ? undefined : true}
      aria-invalid={edit?.fault !== undefined || undefined}
      data-column={at}
      data-first={at === 0 || undefined}
      data-number={column.isNumber || undefined}
      data-grows={column.grows || undefined}
      data-range={isInRange || undefined}
      data-editable={isEditable || undefined}
      data-edited={edit !== undefined || undefined}
      data-fault={edit?.fault !== undefined || undefined}
      data-note={edit?.note !== undefined || undefined}
      style={widthStyle(column.width)}
    >
      {editing && row !== undefined ? (
        <CellEditor
          label={column.label}
          start={editing.text ?? edit?.text ?? column.textOf(row)}
          isReplacing={editing.text !== undefined}
          isNumber={column.isNumber ?? false}
          onEnd={props.onEndEdit}
        />
      ) : (
        <Content {...props} />
      )}
      {remark !== undefined &&
        (hasFocus || isWrapping ? (
          <span className={classes.remark}>{remark}</span>
        ) : (
          <VisuallyHidden>{remark}</VisuallyHidden>
        ))}
    </div>
  )
}

function Content<Row>({ row, column, edit, isWrapping }: Props<Row>) {
  if (row === undefined) return <span className={classes.loading} />
  if (!edit)
    return column.render ? column.render(row) : <span className={classes.text}>{column.textOf(row)}</span>
  return (
    <>
      {!isWrapping && (edit.fault ?? edit.note) !== undefined && (
        <IconAlertTriangle size={14} aria-hidden className={classes.icon} />
      )}
      <span className={classes.text}>{edit.text}</span>
      {isWrapping && edit.before !== undefined && edit.fault === undefined && (
        <del className={classes.before}>{edit.before}</del>
      )}
    </>
  )
}
