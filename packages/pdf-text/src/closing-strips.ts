import { columnStrips, drawLines, heightOf, space } from './block.ts'
import { type Frame, rule, sizes } from './frame.ts'
import { caption, text } from './head-strips.ts'
import type { Fact, PrintedDocument } from './printed-document.ts'
import type { Strip } from './strips.ts'

const totalsWidth = 230

/** The totals, together on one page, then the notes. */
export function closingStrips(frame: Frame, { totals, notes }: PrintedDocument): Strip[] {
  return [
    space(10),
    totalsStrip(frame, totals),
    ...notes.flatMap(({ label, value }) => [
      space(12),
      ...columnStrips(frame, [[...caption(frame, label, frame.width), ...text(frame, value, frame.width)]])
    ])
  ]
}

function totalsStrip(frame: Frame, totals: readonly Fact[]): Strip {
  const x = frame.left + frame.width - totalsWidth
  const rows = totals.map(({ label, value }, index) => {
    const isLast = index === totals.length - 1
    const style = isLast ? { size: sizes.number, weight: 'bold' as const } : { size: sizes.text }
    const [labels, values] = [label, value].map((one) => frame.type.wrap(one, style, totalsWidth / 2))
    return { isLast, labels: labels ?? [], values: values ?? [] }
  })
  const heights = rows.map(({ values, isLast }) => heightOf(values) + (isLast ? 10 : 3))
  return {
    height: heights.reduce((sum, height) => sum + height, 0),
    draw(top) {
      let y = top
      rows.forEach(({ labels, values, isLast }, index) => {
        if (isLast) rule({ ...frame, left: x, width: totalsWidth }, y + 2)
        const place = { top: isLast ? y + 7 : y, width: totalsWidth / 2 }
        drawLines(frame, labels, { ...place, x })
        drawLines(frame, values, { ...place, x: x + totalsWidth / 2, align: 'right' })
        y += heights[index] ?? 0
      })
    }
  }
}
