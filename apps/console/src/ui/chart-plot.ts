import uPlot from 'uplot'
import { type ChartSeries, drawnSeries, labelledIndexes } from './chart-data.ts'
import { formatCompact } from './format.ts'

/** What a chart shows. */
export type ChartContent = {
  /** The text below each value, which is short. */
  ticks: readonly string[]
  series: readonly ChartSeries[]
}

const fontSize = 12
const tickWidth = 76
const increments = [1, 2, 5].flatMap((digit) => Array.from({ length: 13 }, (_, power) => digit * 10 ** power))

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
  const drawn = drawnSeries(series)
  const options: uPlot.Options = {
    ...size,
    legend: { show: false },
    // The chart's own element follows the pointer and the keyboard.
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.5, ticks.length - 0.5] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] }
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
    series: [{}, ...drawn.map((one) => shapeOf(one, colorOf(`--chart-${one.color}`)))]
  }
  const indexes = ticks.map((_, index) => index)
  return new uPlot(options, [indexes, ...drawn.map(({ values }) => [...values])], element)
}

function shapeOf({ kind }: ChartSeries, color: () => string): uPlot.Series {
  if (kind === 'line') return { stroke: color, width: 2, points: { show: false } }
  const bars = uPlot.paths.bars?.({ size: [0.72, 44] })
  return { fill: color, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
}
