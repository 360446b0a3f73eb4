import type { CSSProperties, ReactNode } from 'react'

/** A column of a grid. */
export type GridColumn<Row> = {
  /** Names the column in edits. */
  key: string
  label: string
  /** In pixels. */
  width: number
  isNumber?: boolean
  /** True if the column takes the space that is left. */
  grows?: boolean
  /** The orders by this column: that of the first click, and that of the second one. */
  sorts?: readonly [first: string, second: string]
  /** Returns the value as plain text, for the clipboard and the editor. */
  textOf(row: Row): string
  /**
   * Returns what is shown. By default, the text. An edited cell always shows its text. The elements show other rows later:
   * give them a key of the row if they have a state of their own, such as an open tooltip.
   */
  render?(row: Row): ReactNode
  /** True if the cell can be edited. By default, no cell of the column can. */
  isEditable?(row: Row): boolean
  /** Called when Enter is pressed in a cell that can't be edited. */
  onEnter?(row: Row, index: number): void
}

/** What a person has typed into a cell, which is not saved yet. */
export type CellEdit = {
  text: string
  /** Says what is wrong with the text. */
  fault?: string | undefined
  /** Says something else about the cell. */
  note?: string | undefined
  /** The text before the edit. Grids that wrap texts show it beside the new one. */
  before?: string | undefined
}

/** The edits of a row by the key of the column. Return the same object until an edit of the row changes. */
export type RowEdits = Readonly<Record<string, CellEdit>>

/** A text that was typed or pasted into the cell of a row, which may not be loaded. */
export type GridEdit = { index: number; column: string; text: string }

/** Which rows are selected. */
export type GridSelection<Row> = {
  state: 'all' | 'some' | 'none'
  isSelected(row: Row): boolean
  /** True if the row has a checkbox. By default, every row has one. */
  isSelectable?(row: Row): boolean
  /** Selects the rows from one index to another one, or removes them from the selection. */
  onSelect(first: number, last: number, isSelected: boolean): void
  onSelectAll(isSelected: boolean): void
}

/** The position of a cell. */
export type Cell = { row: number; column: number }

/** The cells between two corners, which belong to the range. */
export type CellRange = { top: number; bottom: number; left: number; right: number }

/** Returns the style that gives a cell the width of its column. */
export function widthStyle(width: number): CSSProperties {
  return { '--width': `${width}px` } as CSSProperties
}
