import './valid-language.ts'
import uPlot from 'uplot'
import { type ChartSeries, drawnSeries, labelledIndexes } from './chart-data.ts'
import { formatCompact } from './format.ts'

/** What a chart shows. */
export type ChartContent = {
  /** The text below each value, which is short. */
  ticks: readonly string[]
  series: readonly ChartSeries[]
}

type Drawn = ChartSeries & { isEdge?: boolean }

const fontSize = 12
const tickWidth = 76
/** The smallest value at the top, so that a single decision is not as tall as the chart. */
const minHeight = 4
const increments = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power)
).flat()

/** Draws a chart into an element. The colours are those of the element at the time when the chart is drawn. */
export function drawPlot(
  element: HTMLElement,
  { ticks, series }: ChartContent,
  size: { width: number; height: number }
): uPlot {
  const colorOf = (name: string) => () => getComputedStyle(element).getPropertyValue(name)
  const axis: uPlot.Axis = {
    stroke: colorOf('--chart-text'),
    font: `${fontSize}px ${getComputedStyle(element).fontFamily}`,
    grid: { show: false },
    ticks: { show: false }
  }
  // Each line has a broad line of the background's colour below it, so that it can be seen over bars of any colour.
  const drawn: Drawn[] = drawnSeries(series).flatMap((one) =>
    one.kind === 'line' ? [{ ...one, isEdge: true }, one] : [one]
  )
  const options: uPlot.Options = {
    ...size,
    legend: { show: false },
    // The chart's own element follows the pointer and the keyboard.
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.5, ticks.length - 0.5] },
      y: { range: (_, __, max) => [0, Math.max(minHeight, max * 1.08)] }
    },
    axes: [
      {
        ...axis,
        splits: ({ bbox }) => labelledIndexes(ticks.length, bbox.width / uPlot.pxRatio, tickWidth),
        values: (_, indexes) => indexes.map((index) => ticks[index] ?? ''),
        size: 28,
        gap: 6
      },
      {
        ...axis,
        incrs: increments,
        values: (_, values) => values.map(formatCompact),
        grid: { stroke: colorOf('--line'), width: 1 },
        size: (_, values) =>
          14 + fontSize * 0.62 * Math.max(1, ...(values ?? []).map(({ length }) => length)),
        gap: 6
      }
    ],
    series: [
      {},
      ...drawn.map((one) =>
        shapeOf(one, colorOf(one.isEdge ? '--mantine-color-body' : `--chart-${one.color}`))
      )
    ]
  }
  const indexes = ticks.map((_, index) => index)
  return new uPlot(options, [indexes, ...drawn.map(({ values }) => [...values])], element)
}

function shapeOf({ kind, isEdge }: Drawn, color: () => string): uPlot.Series {
  if (kind === 'line') return { stroke: color, width: isEdge ? 5 : 2, points: { show: false } }
  const bars = uPlot.paths.bars?.({ size: [0.72, 44] })
  return { fill: color, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
}
