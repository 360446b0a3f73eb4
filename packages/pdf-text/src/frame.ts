import type { Typesetter } from './typesetter.ts'

/** What the parts of a page are laid out in: the margins, in points from the upper left. */
export type Frame = {
  pdf: PDFKit.PDFDocument
  type: Typesetter
  left: number
  /** Of what stands between the margins. */
  width: number
}

export const colors = {
  text: '#1a1a1a',
  quiet: '#5f6368',
  rule: '#c9ccd1',
  strong: '#1a1a1a',
  stamp: '#b3261e'
}
export const sizes = { text: 9, caption: 7.5, name: 12, title: 20, number: 11 }

/** A line from side to side, or a part of it. */
export function rule(
  { pdf, left, width }: Frame,
  y: number,
  { color = colors.rule, thickness = 0.5 }: { color?: string; thickness?: number } = {}
): void {
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke()
}
