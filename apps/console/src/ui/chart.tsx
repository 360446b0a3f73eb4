import 'uplot/dist/uPlot.min.css'
import { Box } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import classes from './chart.module.css'
import { type ChartSeries, movedIndex } from './chart-data.ts'
import { drawPlot } from './chart-plot.ts'
import { ChartTooltip, Swatch } from './chart-tooltip.tsx'
import { formatNumber } from './format.ts'

type Props = {
  /** The name of the chart, for screen readers. */
  label: string
  /** The name of each value: a day, for example. */
  names: readonly string[]
  /** The names in short, for the axis. */
  ticks: readonly string[]
  series: readonly ChartSeries[]
  format?: (value: number) => string
  height?: number
  /** False if the title beside the chart names its only series. */
  hasLegend?: boolean
}

/**
 * Stacked bars and lines over a row of days, weeks or other names. The values at a point are shown for the pointer and
 * for the arrow keys, and screen readers read them. Show the same numbers as a table elsewhere.
 */
export function Chart(props: Props) {
  const { label, names, ticks, series, format = formatNumber, height = 260, hasLegend = true } = props
  const { ref, plot } = usePlot({ ticks, series, height })
  const [active, setActive] = useState<number>()
  const index = active !== undefined && active < names.length ? active : undefined
  const rowsAt = (at: number) => series.map((one) => ({ series: one, value: format(one.values[at] ?? 0) }))
  const textAt = (at: number) =>
    [names[at], ...rowsAt(at).map(({ series: { label: name }, value }) => `${name}: ${value}`)].join(', ')

  function point(event: PointerEvent<HTMLDivElement>) {
    if (!plot) return
    const left = event.clientX - plot.over.getBoundingClientRect().left
    setActive(Math.min(names.length - 1, Math.max(0, plot.posToIdx(left))))
  }
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moved = movedIndex(event.key, index, names.length)
    if (moved !== undefined) event.preventDefault()
    if (moved !== undefined || event.key === 'Escape') setActive(moved)
  }
  const shown = index ?? names.length - 1
  return (
    <Box className={classes.chart}>
      <Box
        ref={ref}
        h={height}
        className={classes.area}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, names.length - 1)}
        aria-valuenow={Math.max(0, shown)}
        aria-valuetext={textAt(shown)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setActive(undefined)}
        onKeyDown={press}
        onBlur={() => setActive(undefined)}
      >
        {plot && index !== undefined && (
          <ActivePoint plot={plot} index={index} title={names[index] ?? ''} rows={rowsAt(index)} />
        )}
      </Box>
      {hasLegend && (
        <ul className={classes.legend}>
          {series.map((one) => (
            <li key={one.label}>
              <Swatch {...one} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

type ActiveProps = {
  plot: uPlot
  index: number
  title: string
  rows: { series: ChartSeries; value: string }[]
}

function ActivePoint({ plot, index, title, rows }: ActiveProps) {
  const { over } = plot
  const column = over.offsetWidth / Math.max(1, plot.data[0].length)
  const left = over.offsetLeft + plot.valToPos(index, 'x') - column / 2
  return (
    <>
      <div
        className={classes.highlight}
        style={{ left, width: column, top: over.offsetTop, height: over.offsetHeight }}
      />
      <ChartTooltip title={title} rows={rows} at={{ left: left + column, right: plot.width - left }} />
    </>
  )
}

type Drawn = Pick<Props, 'ticks' | 'series'> & { height: number }

/** Draws the chart, and draws it again when its content, its width or the theme changes. */
function usePlot({ ticks, series, height }: Drawn) {
  const target = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const [plot, setPlot] = useState<uPlot>()
  useEffect(() => {
    if (!target.current || width === 0) return
    const drawn = drawPlot(target.current, { ticks, series }, { width, height })
    const observer = new MutationObserver(() => drawn.redraw())
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    setPlot(drawn)
    return () => {
      observer.disconnect()
      drawn.destroy()
    }
  }, [ticks, series, width, height])
  return { ref: useMergedRef(target, sizeRef), plot }
}
