import { ascent, type Line, lineHeight, type Typesetter } from './typesetter.ts'

/**
 * The area inside the page margins. Lengths are in points, and positions are measured from the upper left
 * corner of the page.
 */
export type Frame = {
  pdf: PDFKit.PDFDocument
  type: Typesetter
  /** Embeds a logo (PNG), once for all documents of the file. */
  openLogo(logo: Uint8Array): PDFKit.Mixins.OpenedImage
  left: number
  /** The width between the margins. */
  width: number
}

export const colors = {
  text: '#1a1a1a',
  secondary: '#5f6368',
  rule: '#c9ccd1',
  strong: '#1a1a1a',
  stamp: '#b3261e'
}
/** Font sizes in points. */
export const sizes = { text: 9, caption: 7.5, name: 12, title: 20, number: 11 }

/** Draws a horizontal line that is as wide as the frame. */
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
 * A full-width part of a document that is never split between pages. `draw` receives the y position of the
 * strip's upper edge. Strips can share a `head`, such as the header of a table. On every page, the head is
 * drawn once, above the first of these strips.
 */
export type Strip = { height: number; draw(top: number): void; head?: Strip }

export type PlacedStrip = { strip: Strip; top: number }

/**
 * Distributes strips over pages. On each page, the strips are placed from `top(page)` down to `bottom`.
 * Returns at least one page.
 */
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

/** Returns the total height of lines that are drawn one below another, in points. */
export const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + lineHeight(style), 0)

/** Draws lines one below another in a column whose left edge is `x`. */
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

/** The space between columns. */
const gap = 18
/** Columns and rows of a table that are higher than this may continue on the next page. */
export const maxUnsplitHeight = 240

/**
 * Lays out columns of equal width side by side. Returns one strip, or one strip for each line if the columns
 * are too high to stay together on a page. Returns an empty list if all columns are empty.
 */
export function columnStrips(frame: Frame, columns: readonly Line[][]): Strip[] {
  const maxLines = Math.max(0, ...columns.map((lines) => lines.length))
  if (maxLines === 0) return []
  const whole = columnsStrip(frame, columns)
  if (whole.height <= maxUnsplitHeight) return [whole]
  return Array.from({ length: maxLines }, (_, index) => {
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

/** Returns the width of each of `count` equal columns, in points. */
export function columnWidth({ width }: Frame, count: number): number {
  return (width - gap * (count - 1)) / count
}

/** Returns an empty strip of this height. */
export function space(height: number): Strip {
  return { height, draw: () => {} }
}
