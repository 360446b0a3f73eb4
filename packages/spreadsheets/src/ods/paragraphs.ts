import { checkText, MAX_CELL_TEXT } from '../cells.ts'

/** The text of a cell, which consists of paragraphs. Runs of white space count as one space, as in HTML. */
export class Paragraphs {
  private whole = ''
  private isFirst = true
  private current = ''
  /** True if `current` ends with white space that may be combined with more of it, or removed. */
  private endsWithSpace = false

  /** Starts a paragraph. */
  open(): void {
    this.current = ''
    this.endsWithSpace = true
  }

  /** Adds text, in which runs of white space count as one space. `cell` is named if the text is too long. */
  add(text: string, cell: () => string): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ')
    this.current += this.endsWithSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (collapsed !== '') this.endsWithSpace = collapsed.endsWith(' ')
    this.check(cell)
  }

  /** Adds characters as they are. */
  addExactly(characters: string, cell: () => string): void {
    this.current += characters
    this.endsWithSpace = false
    this.check(cell)
  }

  /** Ends a paragraph. */
  close(): void {
    const text = this.endsWithSpace ? this.current.replace(/ $/, '') : this.current
    this.whole += this.isFirst ? text : `\n${text}`
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
