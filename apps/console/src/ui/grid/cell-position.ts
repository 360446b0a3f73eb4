import type { Cell, CellRange } from './grid-types.ts'

/** Where the keyboard is, and the other corner of the range of cells. */
export type Cursor = { focus: Cell; anchor: Cell }

/** The size of a grid, and how many rows a page has. */
export type GridSize = { rows: number; columns: number; page: number }

/** Returns the cells between the two corners of the cursor. */
export function rangeOf({ focus, anchor }: Cursor): CellRange {
  return {
    top: Math.min(focus.row, anchor.row),
    bottom: Math.max(focus.row, anchor.row),
    left: Math.min(focus.column, anchor.column),
    right: Math.max(focus.column, anchor.column)
  }
}

type Key = { key: string; isControl: boolean }

/** Returns the cell to which a key leads, or undefined if the key doesn't move. */
export function movedBy(
  { key, isControl }: Key,
  cell: Cell,
  { rows, columns, page }: GridSize
): Cell | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const moves: Record<string, Cell> = {
    ArrowDown: { ...cell, row: isControl ? last.row : cell.row + 1 },
    ArrowUp: { ...cell, row: isControl ? 0 : cell.row - 1 },
    ArrowRight: { ...cell, column: isControl ? last.column : cell.column + 1 },
    ArrowLeft: { ...cell, column: isControl ? 0 : cell.column - 1 },
    PageDown: { ...cell, row: cell.row + page },
    PageUp: { ...cell, row: cell.row - page },
    Home: { row: isControl ? 0 : cell.row, column: 0 },
    End: { row: isControl ? last.row : cell.row, column: last.column }
  }
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  return move && within(move, last)
}

/** Returns the next or previous of the cells in some columns, in reading order. Tab goes there after an edit. */
export function tabbed({ row, column }: Cell, step: 1 | -1, columns: readonly number[], rows: number): Cell {
  const ordered = step > 0 ? columns : columns.toReversed()
  const beside = ordered.find((one) => (step > 0 ? one > column : one < column))
  if (beside !== undefined) return { row, column: beside }
  const next = row + step
  return next < 0 || next >= rows ? { row, column } : { row: next, column: ordered[0] ?? column }
}

/** Returns the nearest cell of the grid. */
export function within({ row, column }: Cell, last: Cell): Cell {
  return {
    row: Math.max(0, Math.min(row, last.row)),
    column: Math.max(0, Math.min(column, last.column))
  }
}
