import type { CellRange, GridEdit } from './grid-types.ts'

/** Reads the cells that a spreadsheet puts on the clipboard: tabs between cells, and quotes around some of them. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const cell = cellAt(text, at)
    row.push(cell.text)
    at = cell.end
    if (text[at] === '\t') {
      at++
      continue
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at >= text.length) return rows
  }
}

/** A cell in quotes can contain tabs, line ends, and quotes that are doubled. */
const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const plain = /[^\t\r\n]*/y

function cellAt(text: string, start: number): { text: string; end: number } {
  quoted.lastIndex = start
  const match = quoted.exec(text)
  if (match) return { text: (match[1] ?? '').replaceAll('""', '"'), end: quoted.lastIndex }
  plain.lastIndex = start
  return { text: plain.exec(text)?.[0] ?? '', end: plain.lastIndex }
}

/** Writes cells in the form that spreadsheets paste. */
export function formatCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

function quote(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Target = { range: CellRange; columns: readonly { key: string }[]; count: number }

/**
 * Returns the edits of pasted cells. They begin at the first cell of the range. If the range is larger, they are
 * repeated to fill it. Cells beyond `count` rows are left out.
 */
export function pastedEdits(cells: string[][], { range, columns, count }: Target): GridEdit[] {
  // A spread of hundreds of thousands of rows would be too many arguments.
  const width = cells.reduce((most, { length }) => Math.max(most, length), 0)
  if (width === 0) return []
  const height = filled(cells.length, range.bottom - range.top + 1)
  const across = filled(width, range.right - range.left + 1)
  const edits: GridEdit[] = []
  for (let row = 0; row < height && range.top + row < count; row++) {
    const texts = cells[row % cells.length] ?? []
    for (let column = 0; column < across; column++) {
      const text = texts[column % width]
      const key = columns[range.left + column]?.key
      if (text !== undefined && key !== undefined) edits.push({ index: range.top + row, column: key, text })
    }
  }
  return edits
}

/** Returns how many cells are pasted in one direction: a range is filled only with whole repetitions. */
function filled(pasted: number, chosen: number): number {
  return chosen > pasted && chosen % pasted === 0 ? chosen : pasted
}
