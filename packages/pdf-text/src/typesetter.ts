import { charactersOf, fontOf, type Run, runsOf, type Weight } from './fonts.ts'

export type Style = { size: number; weight?: Weight; color?: string }

/** A line of text, ready to be drawn. `width` is in points. */
export type Line = { runs: Run[]; width: number; style: Style }

/** Breaks text into lines and draws them. */
export type Typesetter = {
  /**
   * Breaks a text into lines of at most `width` points: at line breaks, between words or, if needed, within
   * words. Of several empty lines, only one remains.
   */
  wrap(text: string, style: Style, width: number): Line[]
  /** Draws a line with its left end at `x` and its baseline at `baseline`. */
  draw(line: Line, x: number, baseline: number): void
}

/** Returns the height of a line, in points. */
export const lineHeight = ({ size }: Style) => size * 1.35
/** Returns the distance from the top of a line to its baseline. */
export const ascent = ({ size }: Style) => size * 1.02

const maxCachedLength = 20
const maxCachedWidths = 20_000

export function createTypesetter(pdf: PDFKit.PDFDocument): Typesetter {
  const widths = new Map<string, number>()

  const measure = (text: string, { size, weight = 'regular' }: Style) =>
    runsOf(text, weight).reduce(
      (sum, run) => sum + pdf.font(fontOf(run.face), run.face).fontSize(size).widthOfString(run.text),
      0
    )

  /** Returns the width of a text in points. Words occur often, so their widths are cached. */
  function widthOf(text: string, style: Style): number {
    if (text.length > maxCachedLength) return measure(text, style)
    const key = `${style.size} ${style.weight ?? 'regular'} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    if (widths.size >= maxCachedWidths) widths.clear()
    const width = measure(text, style)
    widths.set(key, width)
    return width
  }

  /**
   * Splits a word that is too long for a line into parts that fit into `width`. Prefers to split after a
   * punctuation mark such as a hyphen. The last part has the space after the word.
   */
  function split(piece: string, style: Style, width: number): string[] {
    const text = piece.trimEnd()
    const characters = charactersOf(text)
    const parts: string[] = []
    let start = 0
    for (;;) {
      let end = start
      for (let used = 0; end < characters.length; end++) {
        used += widthOf(characters[end] ?? '', style)
        if (used > width && end > start) break
      }
      if (end === characters.length) break
      const marks = characters.slice(start, end).findLastIndex((one) => '-/_.,;:@'.includes(one)) + 1
      if (marks > 0) end = start + marks
      parts.push(characters.slice(start, end).join(''))
      start = end
    }
    return [...parts, characters.slice(start).join('') + piece.slice(text.length)]
  }

  function wrapParagraph(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (let piece of piecesOf(text)) {
      if (line !== '' && used + widthOf(piece.trimEnd(), style) > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      if (line === '' && widthOf(piece.trimEnd(), style) > width) {
        const parts = split(piece, style, width)
        lines.push(...parts.slice(0, -1))
        piece = parts.at(-1) ?? ''
      }
      line += piece
      used += widthOf(piece, style)
    }
    return [...lines, line]
  }

  return {
    wrap: (text, style, width) =>
      text
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
        .split('\n')
        .flatMap((paragraph) => wrapParagraph(paragraph, style, width))
        .map((line) => {
          const shown = line.trimEnd()
          return { runs: runsOf(shown, style.weight ?? 'regular'), width: widthOf(shown, style), style }
        }),
    draw(line, x, baseline) {
      let left = x
      for (const { face, text } of line.runs) {
        pdf
          .font(fontOf(face), face)
          .fontSize(line.style.size)
          .fillColor(line.style.color ?? '#1a1a1a')
        pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
        left += pdf.widthOfString(text)
      }
    }
  }
}

const ideograph = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]'
const opening = '[（「『【〈《［｛]'
const closing = '[）」』】〉》］｝、。，．：；！？]'
const word = `(?:(?!${ideograph}|${opening}|${closing})\\S)+`
const pieces = new RegExp(
  `${opening}*(?:${ideograph}|${word})${closing}*\\s*|${opening}+|${closing}+\\s*|\\s+`,
  'gu'
)

/**
 * Splits a text into the pieces between which a line may break. A piece is a word with the space after it, or
 * an ideograph with its punctuation.
 */
function piecesOf(text: string): string[] {
  return text.match(pieces) ?? []
}
