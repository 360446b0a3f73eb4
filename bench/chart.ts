import type { Chart, Line } from './scenario.ts'

const width = 760
const height = 420
const frame = { left: 70, right: 210, top: 46, bottom: 56 }
const plot = { width: width - frame.left - frame.right, height: height - frame.top - frame.bottom }
/** Lines also differ in their dashes, so that they can be distinguished without colour. */
const strokes = ['#0b5cad', '#c2410c', '#15803d', '#7e22ce', '#475569', '#be123c']
const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4', '1 4']

type Scale = (value: number) => number

/** Renders a line chart as SVG, with a logarithmic x axis, a y axis from 0, and the legend on the right. */
export function chartText({ title, x, y, lines }: Chart): string {
  const xValues = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (a, b) => a - b
  )
  const step = niceStep(Math.max(...lines.flatMap(({ points }) => points.map((point) => point.y))))
  const steps = Math.ceil(Math.max(...lines.flatMap(({ points }) => points.map((point) => point.y))) / step)
  const toX = logScale(xValues)
  const toY: Scale = (value) => frame.top + plot.height * (1 - value / (step * steps))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text({ x: frame.left, y: 24, size: 15 }, title),
    ...Array.from({ length: steps + 1 }, (_, index) => horizontal(toY(index * step), index * step)),
    ...xValues.map((value) => vertical(toX(value), value)),
    text({ x: frame.left + plot.width / 2, y: height - 14, anchor: 'middle' }, x),
    `<text transform="translate(18 ${frame.top + plot.height / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    ...lines.flatMap((line, index) => drawLine(line, { index, toX, toY })),
    '</svg>',
    ''
  ].join('\n')
}

function horizontal(y: number, value: number): string {
  const line = `<line x1="${frame.left}" x2="${frame.left + plot.width}" y1="${y}" y2="${y}" stroke="${value === 0 ? '#333' : '#ddd'}"/>`
  return line + text({ x: frame.left - 8, y: y + 4, anchor: 'end' }, numberText(value))
}

function vertical(x: number, value: number): string {
  const bottom = frame.top + plot.height
  const line = `<line x1="${x}" x2="${x}" y1="${bottom}" y2="${bottom + 5}" stroke="#333"/>`
  return line + text({ x, y: bottom + 20, anchor: 'middle' }, numberText(value))
}

function drawLine(
  { name, points }: Line,
  { index, toX, toY }: { index: number; toX: Scale; toY: Scale }
): string[] {
  const colour = strokes[index % strokes.length]
  const stroke = `stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes[index % dashes.length]}"`
  const corners = points.map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`)
  const [legendX, legendY] = [frame.left + plot.width + 18, frame.top + 12 + index * 22]
  return [
    `<polyline points="${corners.join(' ')}" fill="none" ${stroke}/>`,
    ...points.map(
      ({ x, y }) => `<circle cx="${toX(x).toFixed(1)}" cy="${toY(y).toFixed(1)}" r="3.5" fill="${colour}"/>`
    ),
    `<line x1="${legendX}" x2="${legendX + 26}" y1="${legendY - 4}" y2="${legendY - 4}" fill="none" ${stroke}/>`,
    text({ x: legendX + 32, y: legendY }, name)
  ]
}

function text(at: { x: number; y: number; anchor?: string; size?: number }, content: string): string {
  const { x, y, anchor = 'start', size = 12 } = at
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}">${escaped(content)}</text>`
}

/** Returns a logarithmic scale for the x axis. A single value is placed in the middle. */
function logScale(values: number[]): Scale {
  const [min, max] = [Math.log(values[0] ?? 1), Math.log(values.at(-1) ?? 1)]
  if (min === max) return () => frame.left + plot.width / 2
  const margin = 24
  return (value) => frame.left + margin + ((Math.log(value) - min) / (max - min)) * (plot.width - 2 * margin)
}

/** Returns a step of 1, 2 or 5 times a power of ten, so that the axis has at most eight steps. */
function niceStep(max: number): number {
  if (!(max > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(max / 8))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => max / step <= 8) ?? power * 10
}

function numberText(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en-US')
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
