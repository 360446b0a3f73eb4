import { columnStrips, columnWidth, drawLines, heightOf, space } from './block.ts'
import { colors, type Frame, rule, sizes } from './frame.ts'
import type { Fact, Party, PrintedDocument } from './printed-document.ts'
import type { Strip } from './strips.ts'

const logoBounds = { width: 170, height: 48 }
const perRow = 3

/** Who issues the document and what it is, then its facts and addresses. */
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
  const { pdf, type, left } = frame
  const width = columnWidth(frame, 2)
  const right = left + frame.width - width
  const image = logo ? pdf.openImage(Buffer.from(logo)) : undefined
  const name = type.wrap(issuer, { size: sizes.name, weight: 'bold' }, width)
  const titles = [
    ...type.wrap(title, { size: sizes.title, weight: 'bold' }, width),
    ...type.wrap(number, { size: sizes.number, color: colors.quiet }, width),
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
  return Array.from({ length: Math.ceil(facts.length / perRow) }, (_, row) =>
    facts.slice(row * perRow, (row + 1) * perRow)
  )
}

function factStrips(frame: Frame, facts: readonly Fact[]): Strip[] {
  const width = columnWidth(frame, perRow)
  // A row that is not full keeps the columns of those above it.
  const columns = Array.from({ length: perRow }, (_, index) => facts[index])
  return columnStrips(
    frame,
    columns.map((fact) =>
      fact ? [...caption(frame, fact.label, width), ...text(frame, fact.value, width)] : []
    )
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

export function caption({ type }: Frame, label: string, width: number) {
  return type.wrap(label, { size: sizes.caption, color: colors.quiet }, width)
}

export function text({ type }: Frame, value: string, width: number) {
  return type.wrap(value, { size: sizes.text }, width)
}
