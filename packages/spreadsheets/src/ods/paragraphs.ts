import { checkText, MAX_CELL_TEXT } from '../cells.ts'

/**
 * The text of a cell, which consists of paragraphs. Runs of white space count as one space, as in HTML, and are removed at
 * the start of a paragraph. The format says that they are removed at its end, too, but LibreOffice writes a space that is
 * meant there.
 */
export class Paragraphs {
  private whole = ''
  private isFirst = true
  private current = ''
  /** True if white space is ignored, because some precedes it, or it would be the first. */
  private ignoresSpace = false

  /** Starts a paragraph. */
  open(): void {
    this.current = ''
    this.ignoresSpace = true
  }

  /** Adds text, in which runs of white space count as one space. `cell` is named if the text is too long. */
  add(text: string, cell: () => string): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ')
    this.current += this.ignoresSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (collapsed !== '') this.ignoresSpace = collapsed.endsWith(' ')
    this.check(cell)
  }

  /** Adds characters as they are. */
  addExactly(characters: string, cell: () => string): void {
    this.current += characters
    this.ignoresSpace = false
    this.check(cell)
  }

  /** Ends a paragraph. */
  close(): void {
    this.whole += this.isFirst ? this.current : `\n${this.current}`
    this.isFirst = false
    this.current = ''
  }

  /** Returns the text of all paragraphs, and starts the next cell. */
  take(): string {
    const text = this.whole
    this.whole = ''
    this.isFirst = true
    return text
  }

  private check(cell: () => string): void {
    if (this.whole.length + this.current.length > MAX_CELL_TEXT)
      checkText(`${this.whole}${this.current}`, cell())
  }
}
