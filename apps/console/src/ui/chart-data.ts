/** The values of a chart, one for each label. Bars are stacked in the order of the series. */
export type ChartSeries = {
  label: string
  values: readonly number[]
  kind: 'bar' | 'line'
  color: ChartColor
}

/** A colour of `chart.module.css`, which differs between the light and the dark theme. */
export type ChartColor = 'first' | 'second' | 'line'

/**
 * Returns the series in the order in which they are drawn, with the heights at which they end. A bar is drawn over
 * the taller ones that contain it, and lines over all bars.
 */
export function drawnSeries(series: readonly ChartSeries[]): ChartSeries[] {
  const ends: ChartSeries[] = []
  for (const one of series) {
    if (one.kind !== 'bar') continue
    const below = ends.at(0)?.values
    ends.unshift({ ...one, values: one.values.map((value, index) => value + (below?.[index] ?? 0)) })
  }
  return [...ends, ...series.filter(({ kind }) => kind === 'line')]
}

/** Returns the indexes of the labels that fit below a chart. The last label is always among them. */
export function labelledIndexes(count: number, widthOfChart: number, widthOfLabel: number): number[] {
  const fitting = Math.max(1, Math.floor(widthOfChart / widthOfLabel))
  const step = Math.max(1, Math.ceil(count / fitting))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}

/** Returns the index to which a key moves, or undefined if the key is not for the chart. */
export function movedIndex(key: string, index: number | undefined, count: number): number | undefined {
  const last = count - 1
  const page = Math.max(2, Math.round(count / 10))
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
    ...{ PageDown: -page, PageUp: page, Home: -count, End: count }
  }
  const step = steps[key]
  if (step === undefined || count === 0) return undefined
  // The first key shows the newest value. Only Home begins with the oldest one.
  const from = index ?? (key === 'Home' ? last : last - step)
  return Math.min(last, Math.max(0, from + step))
}
