import { cellName, checkText } from '../cells.ts'
import { StringSpool } from '../string-spool.ts'
import type { SheetColumn } from './workbook.ts'
import { escapeCellText } from './xml-text.ts'

/** A note at a cell, whose column and row start at 1. */
type Note = { column: number; row: number; text: string }

export const DEFAULT_WIDTH = 16

const NOTE_WIDTH = 260
const CHARACTERS_IN_LINE = 38
const MAX_LINES = 25
const LINE_HEIGHT = 18
const ROW_HEIGHT = 20
/** The ids of shapes are in blocks of this size. A drawing lists its blocks. */
const BLOCK = 1024
const CHUNK = 2 ** 16

/**
 * The notes of a sheet, in a temporary file. Excel stores them in two parts of their own: the texts, and a drawing in its
 * old format VML, which has the yellow boxes.
 */
export class Notes {
  private readonly folder: string
  private readonly columns: readonly SheetColumn[]
  private spool: StringSpool | undefined
  private isComplete = false
  count = 0

  constructor(columns: readonly SheetColumn[], folder: string) {
    this.columns = columns
    this.folder = folder
  }

  /** Adds a note. Call it in the order of the cells. */
  add(note: Note): void {
    checkText(note.text, cellName(note.column, note.row))
    this.spool ??= new StringSpool(this.folder)
    this.spool.append(JSON.stringify(note))
    this.count++
  }

  close(): void {
    this.spool?.close()
    this.spool = undefined
  }

  /** Yields the part with the texts. */
  *texts(): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors>' +
      '<commentList>'
    yield* this.each(
      ({ column, row, text }) =>
        `<comment ref="${cellName(column, row)}" authorId="0"><text><r><rPr><sz val="9"/><rFont val="Tahoma"/></rPr>` +
        `<t xml:space="preserve">${escapeCellText(text)}</t></r></text></comment>`
    )
    yield '</commentList></comments>'
  }

  /** Yields the part with the drawing. `firstBlock` is the first block of ids that no other sheet uses. */
  *drawing(firstBlock: number): Generator<string> {
    const blocks = Array.from({ length: this.blocks() }, (_, index) => firstBlock + index)
    yield '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
      'xmlns:x="urn:schemas-microsoft-com:office:excel">' +
      `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join()}"/></o:shapelayout>` +
      '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
      '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
    let id = firstBlock * BLOCK
    yield* this.each((note) => this.shape(note, ++id))
    yield '</xml>'
  }

  /** The number of blocks of ids that the drawing needs. */
  blocks(): number {
    return Math.ceil((this.count + 1) / BLOCK)
  }

  private *each(write: (note: Note) => string): Generator<string> {
    if (!this.isComplete) this.spool?.finish()
    this.isComplete = true
    let chunk = ''
    for (let index = 0; index < this.count; index++) {
      const note: Note = JSON.parse(this.spool?.get(index) ?? '')
      chunk += write(note)
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ''
    }
    yield chunk
  }

  private shape({ column, row, text }: Note, id: number): string {
    const height = heightOf(text)
    const [last, offset] = this.columnAfter(column + 1, NOTE_WIDTH)
    const bottom = Math.floor(height / ROW_HEIGHT)
    const anchor = [column, 15, row - 1, 2, last - 1, offset, row - 1 + bottom, height % ROW_HEIGHT]
    return (
      `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;width:${NOTE_WIDTH * 0.75}pt;` +
      `height:${height * 0.75}pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${anchor.join(', ')}</x:Anchor><x:AutoFill>False</x:AutoFill>` +
      `<x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`
    )
  }

  /** Returns the column that is `pixels` to the right of the start of a column, and how many pixels it starts before. */
  private columnAfter(start: number, pixels: number): [column: number, offset: number] {
    let column = start
    let rest = pixels
    for (;;) {
      const width = Math.round((this.columns[column - 1]?.width ?? DEFAULT_WIDTH) * 7 + 5)
      if (rest <= width) return [column, rest]
      rest -= width
      column++
    }
  }
}

function heightOf(text: string): number {
  let lines = 1
  for (const line of text.split('\n', MAX_LINES))
    lines += Math.max(1, Math.ceil(line.length / CHARACTERS_IN_LINE))
  return Math.min(lines, MAX_LINES) * LINE_HEIGHT
}
