import stringWidth from 'fast-string-width'
import { onOneLine, style, withoutStyles } from './colours.ts'
import type { Column } from './output.ts'
import { wrap } from './wrap.ts'

const gap = '  '
/** A column isn't made narrower than this, unless its content is. */
const minWidth = 8

/** Returns the beginning of the text with an ellipsis, at most `width` columns wide, without escape codes. */
export function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let short = ''
  let used = 1
  for (const { segment } of new Intl.Segmenter().segment(withoutStyles(text))) {
    used += stringWidth(segment)
    if (used > width) break
    short += segment
  }
  return `${short}…`
}

function pad(text: string, width: number, align: Column['align']): string {
  const spaces = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'right' ? spaces + text : text + spaces
}

/** Reduces the widest columns until all columns fit into `total`, or none can be reduced further. */
function fit(columns: Column[], widths: number[], total: number): number[] {
  const fitted = [...widths]
  const flexible = columns.flatMap(({ isFixed }, index) => (isFixed ? [] : [index]))
  const widthOf = (index: number) => fitted[index] ?? 0
  let excess = fitted.reduce((sum, width) => sum + width + gap.length, -gap.length) - total
  while (excess > 0) {
    const widest = Math.max(0, ...flexible.map(widthOf))
    if (widest <= minWidth) break
    const reduced = flexible.filter((index) => widthOf(index) === widest)
    const next = Math.max(minWidth, ...flexible.map(widthOf).filter((width) => width < widest))
    const step = Math.min(widest - next, Math.ceil(excess / reduced.length))
    for (const index of reduced) fitted[index] = widest - step
    excess -= step * reduced.length
  }
  return fitted
}

/** Returns the lines of a row. Only cells that wrap have more than one line. */
function rowLines(columns: Column[], widths: number[], row: string[]): string[] {
  const cells = columns.map(({ wraps }, index) => {
    const cell = row[index] ?? ''
    const width = widths[index] ?? 0
    const lines = wraps ? wrap(cell, width) : [cell]
    return lines.map((line) => shorten(line, width))
  })
  const height = Math.max(1, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, index) => pad(lines[line] ?? '', widths[index] ?? 0, columns[index]?.align))
      .join(gap)
      .trimEnd()
  )
}

/**
 * Returns the lines of a table with a header. With `maxWidth`, cells are shortened or wrapped so that no line
 * is wider than that.
 */
export function tableLines(columns: Column[], rows: string[][], maxWidth?: number): string[] {
  const cells = rows.map((row) => columns.map((_, index) => onOneLine(row[index] ?? '')))
  const natural = columns.map(({ title }, index) =>
    cells.reduce((most, row) => Math.max(most, stringWidth(row[index] ?? '')), stringWidth(title))
  )
  const widths = maxWidth === undefined ? natural : fit(columns, natural, maxWidth)
  const titles = columns.map(({ title }) => title)
  const header = rowLines(columns, widths, titles).map((line) => style('bold', line))
  return [...header, ...cells.flatMap((row) => rowLines(columns, widths, row))]
}
