import {
  colors,
  columnStrips,
  columnWidth,
  drawLines,
  type Frame,
  heightOf,
  maxUnsplitHeight,
  rule,
  type Strip,
  sizes,
  space
} from './layout.ts'
import type { Column, Fact, Party, PrintedDocument } from './render.ts'
import type { Line } from './typesetter.ts'

const logoBounds = { width: 170, height: 48 }
const factsPerRow = 3
const columnGap = 10
const padding = 4.5
const boxSide = 9.5
const totalsWidth = 230
/** The issuer and the number are cut after this number of lines, so that they fit on the first page. */
const maxTitleLines = 20

/** Returns the strips before the table: the issuer and the title, then the facts and addresses. */
export function headStrips(frame: Frame, document: PrintedDocument): Strip[] {
  const { facts, parties } = document
  return [
    titleStrip(frame, document),
    space(14),
    ruleStrip(frame),
    space(10),
    ...rowsOf(facts).flatMap((row) => [...factStrips(frame, row), space(7)]),
    space(5),
    ...partyStrips(frame, parties),
    space(18)
  ]
}

function titleStrip(frame: Frame, { title, number, stamp, issuer, logo }: PrintedDocument): Strip {
  const { pdf, type, openLogo, left } = frame
  const width = columnWidth(frame, 2)
  const right = left + frame.width - width
  const image = logo ? openLogo(logo) : undefined
  const name = type.wrap(issuer, { size: sizes.name, weight: 'bold' }, width).slice(0, maxTitleLines)
  const titles = [
    ...type.wrap(title, { size: sizes.title, weight: 'bold' }, width),
    ...type.wrap(number, { size: sizes.number, color: colors.secondary }, width).slice(0, maxTitleLines),
    ...(stamp ? type.wrap(stamp, { size: sizes.number, weight: 'bold', color: colors.stamp }, width) : [])
  ]
  const scale = image ? Math.min(logoBounds.width / image.width, logoBounds.height / image.height) : 0
  const logoHeight = image ? image.height * scale + 6 : 0
  return {
    height: Math.max(logoHeight + heightOf(name), heightOf(titles)),
    draw(top) {
      if (image) pdf.image(image, left, top, { width: image.width * scale, height: image.height * scale })
      drawLines(frame, name, { x: left, top: top + logoHeight, width })
      drawLines(frame, titles, { x: right, top, width, align: 'right' })
    }
  }
}

function ruleStrip(frame: Frame): Strip {
  return { height: 1, draw: (top) => rule(frame, top, { color: colors.strong, thickness: 1 }) }
}

function rowsOf(facts: readonly Fact[]): Fact[][] {
  return Array.from({ length: Math.ceil(facts.length / factsPerRow) }, (_, row) =>
    facts.slice(row * factsPerRow, (row + 1) * factsPerRow)
  )
}

function factStrips(frame: Frame, facts: readonly Fact[]): Strip[] {
  const width = columnWidth(frame, factsPerRow)
  // A row with fewer facts is aligned with the rows above it.
  const columns = Array.from({ length: factsPerRow }, (_, index) => facts[index])
  return columnStrips(
    frame,
    columns.map((fact) => (fact ? labelled(frame, fact, width) : []))
  )
}

function partyStrips(frame: Frame, parties: readonly Party[]): Strip[] {
  const width = columnWidth(frame, parties.length)
  return columnStrips(
    frame,
    parties.map(({ label, lines }) => [
      ...caption(frame, label, width),
      ...lines.flatMap((line, index) =>
        frame.type.wrap(line, { size: sizes.text, weight: index === 0 ? 'bold' : 'regular' }, width)
      )
    ])
  )
}

function caption({ type }: Frame, label: string, width: number): Line[] {
  return type.wrap(label, { size: sizes.caption, color: colors.secondary }, width)
}

function labelled(frame: Frame, { label, value }: Fact, width: number): Line[] {
  return [...caption(frame, label, width), ...frame.type.wrap(value, { size: sizes.text }, width)]
}

type PlacedColumn = Column & { x: number; span: number }

/**
 * Returns the strips of the table: one for each row, or one for each line of a row that is too high to stay
 * together on a page. The table's header is repeated on every page.
 */
export function tableStrips(frame: Frame, { columns, rows }: PrintedDocument): Strip[] {
  const placed = placeColumns(frame, columns)
  const head = headStrip(frame, placed)
  return rows.flatMap((row) => rowStrips(frame, placed, row)).map((strip) => ({ ...strip, head }))
}

function placeColumns({ left, width }: Frame, columns: readonly Column[]): PlacedColumn[] {
  const taken = columns.reduce((sum, column) => sum + (column.width ?? 0), columnGap * (columns.length - 1))
  let x = left
  return columns.map((column) => {
    const span = column.width ?? width - taken
    const one = { ...column, x, span }
    x += span + columnGap
    return one
  })
}

function headStrip(frame: Frame, columns: readonly PlacedColumn[]): Strip {
  const cells = columns.map(({ label, span }) =>
    frame.type.wrap(label, { size: sizes.caption, weight: 'bold', color: colors.secondary }, span)
  )
  const height = Math.max(...cells.map(heightOf)) + 2 * padding
  return {
    height,
    draw(top) {
      drawCells(frame, columns, { cells, top: top + padding })
      rule(frame, top + height, { color: colors.strong, thickness: 0.8 })
    }
  }
}

function rowStrips(frame: Frame, columns: readonly PlacedColumn[], row: readonly string[]): Strip[] {
  const cells = columns.map(({ span, isCheckBox }, index) =>
    isCheckBox ? [] : frame.type.wrap(row[index] ?? '', { size: sizes.text }, span)
  )
  const lineCount = Math.max(...cells.map(({ length }) => length))
  const boxes = columns.filter(({ isCheckBox }, index) => isCheckBox && row[index])
  if (Math.max(...cells.map(heightOf)) <= maxUnsplitHeight) {
    return [rowStrip(frame, columns, { cells, boxes, isFirst: true, isLast: true })]
  }
  return Array.from({ length: lineCount }, (_, line) => {
    const [isFirst, isLast] = [line === 0, line === lineCount - 1]
    const part = cells.map((lines) => lines.slice(line, line + 1))
    return rowStrip(frame, columns, { cells: part, boxes: isFirst ? boxes : [], isFirst, isLast })
  })
}

type RowPart = { cells: readonly Line[][]; boxes: readonly PlacedColumn[]; isFirst: boolean; isLast: boolean }

function rowStrip(frame: Frame, columns: readonly PlacedColumn[], part: RowPart): Strip {
  const { cells, boxes, isFirst, isLast } = part
  const [above, below] = [isFirst ? padding : 0, isLast ? padding : 0]
  const height = Math.max(boxes.length > 0 ? boxSide : 0, ...cells.map(heightOf)) + above + below
  return {
    height,
    draw(top) {
      drawCells(frame, columns, { cells, top: top + above })
      for (const { x, span } of boxes) drawBox(frame, { x: x + span - boxSide, top: top + above + 1 })
      if (isLast) rule(frame, top + height)
    }
  }
}

function drawCells(
  frame: Frame,
  columns: readonly PlacedColumn[],
  { cells, top }: { cells: readonly Line[][]; top: number }
): void {
  columns.forEach(({ x, span, align }, index) => {
    drawLines(frame, cells[index] ?? [], { x, top, width: span, align })
  })
}

function drawBox({ pdf }: Frame, { x, top }: { x: number; top: number }): void {
  pdf.rect(x, top, boxSide, boxSide).lineWidth(0.8).strokeColor(colors.strong).stroke()
}

/**
 * Returns the strips after the table: one for all totals, so that they stay together on one page, then the
 * notes.
 */
export function closingStrips(frame: Frame, { totals, notes }: PrintedDocument): Strip[] {
  return [
    space(10),
    totalsStrip(frame, totals),
    ...notes.flatMap((note) => [space(12), ...columnStrips(frame, [labelled(frame, note, frame.width)])])
  ]
}

function totalsStrip(frame: Frame, totals: readonly Fact[]): Strip {
  const x = frame.left + frame.width - totalsWidth
  const rows = totals.map(({ label, value }, index) => {
    const isLast = index === totals.length - 1
    const style = isLast ? { size: sizes.number, weight: 'bold' as const } : { size: sizes.text }
    const [labels, values] = [label, value].map((one) => frame.type.wrap(one, style, totalsWidth / 2))
    return { isLast, labels: labels ?? [], values: values ?? [] }
  })
  const heights = rows.map(({ values, isLast }) => heightOf(values) + (isLast ? 10 : 3))
  return {
    height: heights.reduce((sum, height) => sum + height, 0),
    draw(top) {
      let y = top
      rows.forEach(({ labels, values, isLast }, index) => {
        if (isLast) rule({ ...frame, left: x, width: totalsWidth }, y + 2)
        const position = { top: isLast ? y + 7 : y, width: totalsWidth / 2 }
        drawLines(frame, labels, { ...position, x })
        drawLines(frame, values, { ...position, x: x + totalsWidth / 2, align: 'right' })
        y += heights[index] ?? 0
      })
    }
  }
}
