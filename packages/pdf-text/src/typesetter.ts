import { charactersOf, fontOf, type Run, runsOf, type Weight } from './fonts.ts'

export type Style = { size: number; weight?: Weight; color?: string }

/** A line of text, ready to be drawn. `width` is in points. */
export type Line = { runs: Run[]; width: number; style: Style }

/** Breaks text into lines and draws them. */
export type Typesetter = {
  /**
   * Breaks a text into lines of at most `width` points: at line breaks, between words or, if needed, within
   * words.
   */
  wrap(text: string, style: Style, width: number): Line[]
  /** Draws a line with its left end at `x` and its baseline at `baseline`. */
  draw(line: Line, x: number, baseline: number): void
}

/** Returns the height of a line, in points. */
export const lineHeight = ({ size }: Style) => size * 1.35
/** Returns the distance from the top of a line to its baseline. */
export const ascent = ({ size }: Style) => size * 1.02

export function createTypesetter(pdf: PDFKit.PDFDocument): Typesetter {
  const widthOf = (text: string, style: Style) =>
    runsOf(text, style.weight ?? 'regular').reduce(
      (sum, run) => sum + pdf.font(fontOf(run.face), run.face).fontSize(style.size).widthOfString(run.text),
      0
    )

  /**
   * Splits a word into a part that fits into `width`, and the rest. Prefers to split after a punctuation mark
   * such as a hyphen.
   */
  function cut(text: string, style: Style, width: number): [string, string] {
    const characters = charactersOf(text)
    let taken = 0
    for (let used = 0; taken < characters.length; taken++) {
      used += widthOf(characters[taken] ?? '', style)
      if (used > width && taken > 0) break
    }
    const breakAfter =
      characters.slice(0, taken).findLastIndex((character) => '-/_.,;:@'.includes(character)) + 1
    if (breakAfter > 0 && taken < characters.length) taken = breakAfter
    return [characters.slice(0, taken).join(''), characters.slice(taken).join('')]
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
      while (line === '' && widthOf(piece.trimEnd(), style) > width) {
        const [start, rest] = cut(piece, style, width)
        if (rest === '') break
        lines.push(start)
        piece = rest
      }
      line += piece
      used += widthOf(piece, style)
    }
    return [...lines, line]
  }

  return {
    wrap: (text, style, width) =>
      text
        .split(/\r\n?|[\n\u2028\u2029]/)
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
