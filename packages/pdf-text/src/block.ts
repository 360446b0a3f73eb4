import type { Frame } from './frame.ts'
import type { Strip } from './strips.ts'
import { ascent, type Line, lineHeight } from './typesetter.ts'

/** Where in its column a line stands. */
export type Align = 'left' | 'right'

export const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + lineHeight(style), 0)

/** Draws lines below each other in a column that begins at `x`. */
export function drawLines(
  { type }: Frame,
  lines: readonly Line[],
  { x, top, width, align = 'left' }: { x: number; top: number; width: number; align?: Align }
): void {
  let y = top
  for (const line of lines) {
    type.draw(line, align === 'right' ? x + width - line.width : x, y + ascent(line.style))
    y += lineHeight(line.style)
  }
}

/** Above this, columns are not kept on one page. */
const mostKept = 240

/**
 * Columns of equal width beside each other: one strip, read column by column, or where they are long a strip for each
 * line, which run over pages.
 */
export function columnStrips(frame: Frame, columns: readonly Line[][], gap = 18): Strip[] {
  const deepest = Math.max(0, ...columns.map((lines) => lines.length))
  if (deepest === 0) return []
  const whole = columnsStrip(frame, columns, gap)
  if (whole.height <= mostKept) return [whole]
  return Array.from({ length: deepest }, (_, index) => {
    const row = columns.map((lines) => lines.slice(index, index + 1))
    return columnsStrip(frame, row, gap)
  })
}

function columnsStrip(frame: Frame, columns: readonly Line[][], gap: number): Strip {
  const width = columnWidth(frame, columns.length, gap)
  return {
    height: Math.max(...columns.map(heightOf)),
    draw: (top) =>
      columns.forEach((lines, column) => {
        drawLines(frame, lines, { x: frame.left + column * (width + gap), top, width })
      })
  }
}

export function columnWidth({ width }: Frame, count: number, gap = 18): number {
  return (width - gap * (count - 1)) / count
}

export function space(height: number): Strip {
  return { height, draw: () => {} }
}
