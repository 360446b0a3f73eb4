import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { replacement, runsOf } from './fonts.ts'
import { colors, drawLines, type Frame, paginate, rule, sizes } from './layout.ts'
import { closingStrips, headStrips, tableStrips } from './parts.ts'
import { createTypesetter } from './typesetter.ts'

/** A value with a small caption above it. */
export type Fact = { label: string; value: string }

/** Lines with a small caption above them, such as an address. */
export type Party = { label: string; lines: string[] }

export type Column = {
  label: string
  /** The column's width in points. If it is null, the column gets the remaining width of the table. */
  width: number | null
  align: 'left' | 'right'
  /**
   * If true, each cell with a text shows an empty check box instead of the text, for the reader to tick by
   * hand.
   */
  isCheckBox?: true
}

/**
 * A business document as plain data, from which `render` makes a PDF. Texts may have any characters, and long
 * texts are wrapped. Facts, parties and notes may continue on the next page, and so may rows of the table that
 * are higher than a third of a page. The totals are never split.
 */
export type PrintedDocument = {
  paper: 'A4' | 'LETTER'
  title: string
  number: string
  /** A word printed across each page, such as CANCELLED. */
  stamp: string | null
  /** The name of the document's issuer, printed below the logo. */
  issuer: string
  /** The issuer's logo, a PNG image. */
  logo: Uint8Array | null
  /**
   * The time of the last change of the document's content (ISO 8601): the PDF's creation and modification
   * date.
   */
  asOf: string
  facts: Fact[]
  parties: Party[]
  columns: Column[]
  /** The rows of the table. Each row has one text for each column. */
  rows: string[][]
  /** The totals below the table. The last total is printed larger and in bold. */
  totals: Fact[]
  notes: Fact[]
}

/**
 * Several documents in one PDF, for printing them together. Each begins on a new page, numbers its own
 * pages and has a bookmark.
 */
export type PrintedFile = {
  /** The title in the PDF's metadata. */
  title: string
  documents: [PrintedDocument, ...PrintedDocument[]]
}

const margin = 48
const footerHeight = 34
/** The height of the heading on all pages but the first. */
const runningHeadHeight = 24

/** Renders a document, or several in one file, as PDF. The same content gives the same bytes. */
export async function render(content: PrintedDocument | PrintedFile): Promise<Buffer> {
  const file = 'documents' in content ? content : { title: nameOf(content), documents: [content] as const }
  const pdf = open(file)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')
  const type = createTypesetter(pdf)
  const openLogo = logoOpener(pdf)
  for (const document of file.documents) {
    pdf.addPage({ size: document.paper })
    if (file.documents.length > 1) pdf.outline.addItem(document.number, { fit: true })
    draw({ pdf, type, openLogo }, document)
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const nameOf = ({ title, number }: PrintedDocument) => `${title} ${number}`

function open({ title, documents }: Readonly<{ title: string; documents: readonly PrintedDocument[] }>) {
  const [first] = documents
  const made = new Date(documents.map(({ asOf }) => asOf).reduce((one, other) => (one > other ? one : other)))
  return new PDFDocument({
    // Empty, because pdfkit would load Helvetica by default.
    font: '',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: first?.issuer ?? '', CreationDate: made, ModDate: made }
  })
}

/** Returns a function that embeds a logo. Documents with the same logo share it. */
function logoOpener(pdf: PDFKit.PDFDocument): Frame['openLogo'] {
  const opened = new Map<Uint8Array, PDFKit.Mixins.OpenedImage>()
  return (logo) => {
    const image = opened.get(logo) ?? pdf.openImage(Buffer.from(logo))
    opened.set(logo, image)
    return image
  }
}

/** Draws a document, beginning on the current page, which is empty. */
function draw(shared: Pick<Frame, 'pdf' | 'type' | 'openLogo'>, document: PrintedDocument): void {
  const { pdf } = shared
  const frame: Frame = { ...shared, left: margin, width: pdf.page.width - 2 * margin }
  const bottom = pdf.page.height - margin - footerHeight
  const strips = [headStrips, tableStrips, closingStrips].flatMap((part) => part(frame, document))
  const pages = paginate(strips, {
    top: (page) => (page === 0 ? margin : margin + runningHeadHeight),
    bottom
  })
  const hasReplacedText = textsOf(document).some((text) =>
    runsOf(text, 'regular').some((run) => run.isReplaced)
  )
  pages.forEach((placed, index) => {
    if (index > 0) {
      pdf.addPage({ size: document.paper })
      drawRunningHead(frame, document)
    }
    for (const { strip, top } of placed) strip.draw(top)
    if (document.stamp) drawStamp(frame, document.stamp)
    drawFooter(frame, document, { page: `Page ${index + 1} of ${pages.length}`, hasReplacedText })
  })
}

function textsOf({ number, issuer, facts, parties, rows, totals, notes }: PrintedDocument): string[] {
  const values = [...facts, ...totals, ...notes].map(({ value }) => value)
  return [number, issuer, ...values, ...parties.flatMap(({ lines }) => lines), ...rows.flat()]
}

function drawRunningHead(frame: Frame, { title, number, stamp }: PrintedDocument): void {
  const style = { size: sizes.text, color: colors.secondary }
  const position = { x: frame.left, top: margin - 8, width: frame.width }
  const word = frame.type.wrap(stamp ?? '', { ...style, weight: 'bold', color: colors.stamp }, frame.width)
  drawLines(frame, word, { ...position, align: 'right' })
  // A number that is too long for the line is complete on the first page.
  const parts = [title, number, ', continued']
  let { x } = position
  for (const [index, text] of parts.entries()) {
    const [line] = frame.type.wrap(text, style, frame.width - 180)
    if (line) drawLines(frame, [line], { ...position, x })
    x += (line?.width ?? 0) + (index === 0 ? style.size / 4 : 0)
  }
}

/** Draws the stamp diagonally across the page, from the lower left to the upper right, large and pale. */
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
  { page, hasReplacedText }: { page: string; hasReplacedText: boolean }
): void {
  const { type, left: x, width } = frame
  const top = frame.pdf.page.height - margin - 12
  const style = { size: sizes.caption, color: colors.secondary }
  rule(frame, top - 5)
  const note = `${replacement} replaces a character that cannot be printed in this document.`
  if (hasReplacedText) drawLines(frame, type.wrap(note, style, width), { x, top: top - 17, width })
  drawLines(frame, type.wrap(`${title} ${number}`, style, width - 90).slice(0, 1), { x, top, width })
  drawLines(frame, type.wrap(page, style, width), { x, top, width, align: 'right' })
}
