import { drawLines, heightOf } from './block.ts'
import { colors, type Frame, rule, sizes } from './frame.ts'
import type { Column, PrintedDocument } from './printed-document.ts'
import type { Strip } from './strips.ts'
import type { Line } from './typesetter.ts'

const gap = 10
const padding = 4.5
const boxSide = 9.5

type PlacedColumn = Column & { x: number; span: number }

/** A strip for each row, below a header that every page repeats. */
export function tableStrips(frame: Frame, { columns, rows }: PrintedDocument): Strip[] {
  const placed = placeColumns(frame, columns)
  const head = headStrip(frame, placed)
  return rows.map((row) => ({ ...rowStrip(frame, placed, row), head }))
}

function placeColumns({ left, width }: Frame, columns: readonly Column[]): PlacedColumn[] {
  const taken = columns.reduce((sum, column) => sum + (column.width ?? 0), gap * (columns.length - 1))
  let x = left
  return columns.map((column) => {
    const span = column.width ?? width - taken
    const one = { ...column, x, span }
    x += span + gap
    return one
  })
}

function headStrip(frame: Frame, columns: readonly PlacedColumn[]): Strip {
  const cells = columns.map(({ label, span }) =>
    frame.type.wrap(label, { size: sizes.caption, weight: 'bold', color: colors.quiet }, span)
  )
  const height = Math.max(...cells.map(heightOf)) + 2 * padding
  return {
    height,
    draw(top) {
      drawCells(frame, columns, { cells, top })
      rule(frame, top + height, { color: colors.strong, thickness: 0.8 })
    }
  }
}

function rowStrip(frame: Frame, columns: readonly PlacedColumn[], row: readonly string[]): Strip {
  const cells = columns.map(({ span, isCheckBox }, index) =>
    isCheckBox ? [] : frame.type.wrap(row[index] ?? '', { size: sizes.text }, span)
  )
  const height = Math.max(boxSide, ...cells.map(heightOf)) + 2 * padding
  return {
    height,
    draw(top) {
      drawCells(frame, columns, { cells, top })
      columns.forEach(({ x, span, isCheckBox }, index) => {
        if (isCheckBox && row[index]) drawBox(frame, { x: x + span - boxSide, top: top + padding + 1 })
      })
      rule(frame, top + height)
    }
  }
}

function drawCells(
  frame: Frame,
  columns: readonly PlacedColumn[],
  { cells, top }: { cells: readonly Line[][]; top: number }
): void {
  columns.forEach(({ x, span, align }, index) => {
    drawLines(frame, cells[index] ?? [], { x, top: top + padding, width: span, align })
  })
}

function drawBox({ pdf }: Frame, { x, top }: { x: number; top: number }): void {
  pdf.rect(x, top, boxSide, boxSide).lineWidth(0.8).strokeColor(colors.strong).stroke()
}
