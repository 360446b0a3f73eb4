// biome-ignore-all lint/a11y/useFocusableInteractive: the row and the box of a checkbox take no focus
// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned, which those of a table can't be
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { t } from '../../texts/texts.ts'
import classes from './grid.module.css'
import { type GridColumn, type GridSelection, widthStyle } from './grid-types.ts'

type Props<Row> = {
  columns: readonly GridColumn<Row>[]
  selection: GridSelection<Row> | undefined
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  onResize: ((key: string, width: number) => void) | undefined
  /** Called with the index of the column from which a person goes to the cells. */
  onLeave(column: number): void
}

/** The widths that a column can be given, and by how much a key changes it, in pixels. */
const [minWidth, maxWidth, step] = [64, 800, 16]

/**
 * The names of the columns, and the checkbox that selects all rows. They stay in view. Arrow keys move between the columns
 * and to the cells, Enter sorts by one, and Shift with an arrow changes its width. Tab stops at them only if they sort, so
 * that it leads straight to the cells of a grid that is a form.
 */
export function GridHeader<Row>({ columns, selection, sort, onSort, onResize, onLeave }: Props<Row>) {
  const [focused, setFocused] = useState(0)
  const offset = selection ? 2 : 1
  const isActive = onSort !== undefined || onResize !== undefined
  const resize = (key: string, width: number) =>
    onResize?.(key, Math.round(Math.max(minWidth, Math.min(maxWidth, width))))

  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const column = columns[index]
    // The keys of the cells don't apply here.
    event.stopPropagation()
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      return onLeave(index)
    }
    if (!column || (direction === undefined && event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    if (direction === undefined) onSort?.(nextSort(column.sorts, sort))
    else if (event.shiftKey) resize(column.key, column.width + direction * step)
    else {
      const next = event.currentTarget.parentElement?.querySelector<HTMLElement>(
        `[data-header="${index + direction}"]`
      )
      next?.focus()
    }
  }
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {selection && (
          <div role="columnheader" aria-colindex={1} className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={t.grid.selectAll}
              checked={selection.state === 'all'}
              indeterminate={selection.state === 'some'}
              onChange={() => selection.onSelectAll(selection.state !== 'all')}
            />
          </div>
        )}
        {columns.map(({ key, label, width, grows, isNumber, sorts }, index) => (
          <div
            key={key}
            role="columnheader"
            tabIndex={
              isActive ? (onSort && index === Math.min(focused, columns.length - 1) ? 0 : -1) : undefined
            }
            aria-colindex={index + offset}
            aria-sort={sorts && onSort ? direction(sorts, sort) : undefined}
            className={classes.cell}
            data-header={index}
            data-first={index === 0 || undefined}
            data-number={isNumber || undefined}
            data-grows={grows || undefined}
            data-sorts={(sorts && onSort !== undefined) || undefined}
            style={widthStyle(width)}
            onFocus={() => setFocused(index)}
            onClick={() => sorts && onSort?.(nextSort(sorts, sort))}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <span className={classes.text}>{label}</span>
            {sorts && onSort && <SortSign sorts={sorts} sort={sort} />}
            {onResize && <Resizer onResize={(changed) => resize(key, changed)} />}
          </div>
        ))}
      </div>
    </div>
  )
}

type Sorts = NonNullable<GridColumn<never>['sorts']>

/** Returns the next sort of a column: its first, its second, and then none. */
function nextSort(sorts: Sorts | undefined, sort: string | undefined): string | undefined {
  if (!sorts) return sort
  return sort === sorts[0] ? sorts[1] : sort === sorts[1] ? undefined : sorts[0]
}

function direction(sorts: Sorts, sort: string | undefined): 'ascending' | 'descending' | 'none' {
  if (sort === undefined || !sorts.includes(sort)) return 'none'
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

function SortSign({ sorts, sort }: { sorts: Sorts; sort: string | undefined }) {
  const shown = direction(sorts, sort)
  if (shown === 'none') return null
  return shown === 'descending' ? (
    <IconArrowDown size={13} aria-hidden />
  ) : (
    <IconArrowUp size={13} aria-hidden />
  )
}

/** The edge of a column, which is dragged to change its width. */
function Resizer({ onResize }: { onResize(width: number): void }) {
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const { currentTarget: edge, pointerId, clientX } = event
    const width = edge.parentElement?.getBoundingClientRect().width ?? 0
    edge.setPointerCapture(pointerId)
    edge.onpointermove = (moved) => onResize(width + moved.clientX - clientX)
    edge.onpointerup = edge.onpointercancel = () => {
      edge.onpointermove = null
    }
  }
  return (
    <span
      aria-hidden
      className={classes.resizer}
      onPointerDown={start}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
