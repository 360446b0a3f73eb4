import { checkText, MAX_CELL_TEXT } from '../cells.ts'

/** The length of an escaped character, such as _x000D_. */
const ESCAPE = 7

/** Decodes a text of a cell, in which _x000D_ stands for a carriage return, for example. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed()
}

/** The text of a cell or of a shared string, which consists of several elements if it has several formats. */
export class RichText {
  private parts = ''
  private part = ''
  private preserves = false

  /** Starts a text element with the value of its attribute `xml:space`. */
  open(space: string | undefined): void {
    this.part = ''
    this.preserves = space === 'preserve'
  }

  /** Adds to the text element. `cell` is named in the error if the text is too long. */
  add(text: string, cell?: () => string): void {
    this.part += text
    const length = this.parts.length + this.part.length
    if (length > MAX_CELL_TEXT * ESCAPE) checkText(this.parts + this.part, cell?.())
  }

  /** Ends a text element. Excel ignores white space around it, unless it is to be preserved. */
  close(): void {
    this.parts += this.preserves ? this.part : this.part.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    this.part = ''
  }

  /** Returns the whole text, and starts the next one. */
  take(cell?: () => string): string {
    const text = unescapeText(this.parts)
    this.parts = ''
    if (text.length > MAX_CELL_TEXT) checkText(text, cell?.())
    return text
  }
}
