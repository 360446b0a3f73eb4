import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { replacement, runsOf } from './fonts.ts'
import { colors, drawLines, type Frame, paginate, rule, sizes } from './layout.ts'
import { closingStrips, headStrips, tableStrips } from './parts.ts'
import { createTypesetter } from './typesetter.ts'

/** Text under a small caption. */
export type Fact = { label: string; value: string }

/** Lines under a small caption, such as an address. */
export type Party = { label: string; lines: string[] }

export type Column = {
  label: string
  /** In points; null takes what the others leave. */
  width: number | null
  align: 'left' | 'right'
  /** A check box to tick with a pen: drawn where the cell's text is not empty, instead of it. */
  isCheckBox?: true
}

/**
 * A business document as plain data, which `render.ts` makes a PDF of. Texts may hold any characters and have any
 * length: they are wrapped, and run over pages.
 */
export type PrintedDocument = {
  paper: 'A4' | 'LETTER'
  title: string
  number: string
  /** A word over the whole page, such as CANCELLED. */
  stamp: string | null
  /** Whoever issues the document; the logo stands above the name. */
  issuer: string
  /** A PNG as `Images.print` makes it. */
  logo: Uint8Array | null
  /** When the state that the document shows came about: the same state gives the same bytes. ISO 8601. */
  asOf: string
  facts: Fact[]
  parties: Party[]
  columns: Column[]
  /** One text for each column. */
  rows: string[][]
  /** The last one stands out. */
  totals: Fact[]
  notes: Fact[]
}

const margin = 48
const footer = 34
/** What the later pages begin with. */
const running = 24

/** The document as PDF. The same document gives the same bytes. */
export async function render(document: PrintedDocument): Promise<Buffer> {
  const pdf = open(document)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')
  draw(pdf, document)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function open({ paper, title, number, issuer, asOf }: PrintedDocument): PDFKit.PDFDocument {
  const made = new Date(asOf)
  return new PDFDocument({
    size: paper,
    // The one that it would open by itself.
    font: '',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: issuer, CreationDate: made, ModDate: made }
  })
}

function draw(pdf: PDFKit.PDFDocument, document: PrintedDocument): void {
  pdf.addPage()
  const frame: Frame = {
    pdf,
    type: createTypesetter(pdf),
    left: margin,
    width: pdf.page.width - 2 * margin
  }
  const bottom = pdf.page.height - margin - footer
  const strips = [headStrips, tableStrips, closingStrips].flatMap((part) => part(frame, document))
  const pages = paginate(strips, { top: (page) => (page === 0 ? margin : margin + running), bottom })
  const isLacking = textsOf(document).some((text) => runsOf(text, 'regular').some((run) => run.isReplaced))
  pages.forEach((placed, index) => {
    if (index > 0) {
      pdf.addPage()
      drawRunningHead(frame, document)
    }
    for (const { strip, top } of placed) strip.draw(top)
    if (document.stamp) drawStamp(frame, document.stamp)
    drawFooter(frame, document, { page: `Page ${index + 1} of ${pages.length}`, isLacking })
  })
}

function textsOf({ number, issuer, facts, parties, rows, totals, notes }: PrintedDocument): string[] {
  const values = [...facts, ...totals, ...notes].map(({ value }) => value)
  return [number, issuer, ...values, ...parties.flatMap(({ lines }) => lines), ...rows.flat()]
}

function drawRunningHead(frame: Frame, { title, number, stamp }: PrintedDocument): void {
  const style = { size: sizes.text, color: colors.quiet }
  const place = { x: frame.left, top: margin - 8, width: frame.width }
  drawLines(frame, frame.type.wrap(`${title} ${number}, continued`, style, frame.width), place)
  const word = frame.type.wrap(stamp ?? '', { ...style, weight: 'bold', color: colors.stamp }, frame.width)
  drawLines(frame, word, { ...place, align: 'right' })
}

/** Large and pale, from the lower left to the upper right of the page. */
function drawStamp({ pdf, type }: Frame, stamp: string): void {
  const { width, height } = pdf.page
  const [line] = type.wrap(stamp, { size: 84, weight: 'bold', color: colors.stamp }, 2 * width)
  if (!line) return
  pdf.save()
  pdf.rotate(-40, { origin: [width / 2, height / 2] }).opacity(0.13)
  type.draw(line, (width - line.width) / 2, height / 2 + 30)
  pdf.restore()
}

function drawFooter(
  frame: Frame,
  { title, number }: PrintedDocument,
  { page, isLacking }: { page: string; isLacking: boolean }
): void {
  const { type, left: x, width } = frame
  const top = frame.pdf.page.height - margin - 12
  const style = { size: sizes.caption, color: colors.quiet }
  rule(frame, top - 5)
  const note = `${replacement} stands for a character that this document cannot show.`
  if (isLacking) drawLines(frame, type.wrap(note, style, width), { x, top: top - 17, width })
  drawLines(frame, type.wrap(`${title} ${number}`, style, width - 90), { x, top, width })
  drawLines(frame, type.wrap(page, style, width), { x, top, width, align: 'right' })
}
