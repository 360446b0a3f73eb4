import { ascent, type Line, lineHeight, type Typesetter } from './typesetter.ts'

/** What the parts of a page are laid out in: the margins, in points from the upper left. */
export type Frame = {
  pdf: PDFKit.PDFDocument
  type: Typesetter
  left: number
  /** Of what stands between the margins. */
  width: number
}

export const colors = {
  text: '#1a1a1a',
  quiet: '#5f6368',
  rule: '#c9ccd1',
  strong: '#1a1a1a',
  stamp: '#b3261e'
}
export const sizes = { text: 9, caption: 7.5, name: 12, title: 20, number: 11 }

/** A line from side to side, or a part of it. */
export function rule(
  { pdf, left, width }: Frame,
  y: number,
  { color = colors.rule, thickness = 0.5 }: { color?: string; thickness?: number } = {}
): void {
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke()
}

/**
 * A part of a document over its whole width that is never cut in two. `draw` is given its upper edge. `head` is what
 * must stand above the first such strip of every page, such as the header of a table.
 */
export type Strip = { height: number; draw(top: number): void; head?: Strip }

export type PlacedStrip = { strip: Strip; top: number }

/** The strips on as many pages as they need, from `top(page)` down to `bottom`. There is one page at least. */
export function paginate(
  strips: readonly Strip[],
  { top, bottom }: { top: (page: number) => number; bottom: number }
): PlacedStrip[][] {
  const pages: PlacedStrip[][] = [[]]
  let y = top(0)
  let head: Strip | undefined
  const place = (strip: Strip) => {
    pages.at(-1)?.push({ strip, top: y })
    y += strip.height
  }
  for (const strip of strips) {
    const needed = strip.height + (strip.head && strip.head !== head ? strip.head.height : 0)
    if (y + needed > bottom && pages.at(-1)?.length) {
      y = top(pages.length)
      pages.push([])
      head = undefined
    }
    if (strip.head && strip.head !== head) place(strip.head)
    head = strip.head
    place(strip)
  }
  return pages
}

export const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + lineHeight(style), 0)

/** Draws lines below each other in a column that begins at `x`. */
export function drawLines(
  { type }: Frame,
  lines: readonly Line[],
  { x, top, width, align = 'left' }: { x: number; top: number; width: number; align?: 'left' | 'right' }
): void {
  let y = top
  for (const line of lines) {
    type.draw(line, align === 'right' ? x + width - line.width : x, y + ascent(line.style))
    y += lineHeight(line.style)
  }
}

/** Between columns. */
const gap = 18
/** Higher columns may run over pages. */
const maxKeptHeight = 240

/**
 * Columns of equal width beside each other: one strip, read column by column, or where they are long a strip for each
 * line, which run over pages.
 */
export function columnStrips(frame: Frame, columns: readonly Line[][]): Strip[] {
  const deepest = Math.max(0, ...columns.map((lines) => lines.length))
  if (deepest === 0) return []
  const whole = columnsStrip(frame, columns)
  if (whole.height <= maxKeptHeight) return [whole]
  return Array.from({ length: deepest }, (_, index) => {
    const row = columns.map((lines) => lines.slice(index, index + 1))
    return columnsStrip(frame, row)
  })
}

function columnsStrip(frame: Frame, columns: readonly Line[][]): Strip {
  const width = columnWidth(frame, columns.length)
  return {
    height: Math.max(...columns.map(heightOf)),
    draw: (top) =>
      columns.forEach((lines, column) => {
        drawLines(frame, lines, { x: frame.left + column * (width + gap), top, width })
      })
  }
}

export function columnWidth({ width }: Frame, count: number): number {
  return (width - gap * (count - 1)) / count
}

export function space(height: number): Strip {
  return { height, draw: () => {} }
}
