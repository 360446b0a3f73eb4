import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './chart.module.css'
import type { ChartSeries } from './chart-data.ts'

/** The colour of a series, before its name. */
export function Swatch({ kind, color }: Pick<ChartSeries, 'kind' | 'color'>) {
  return <span className={classes.swatch} data-kind={kind} data-color={color} aria-hidden />
}

type Props = {
  title: string
  rows: { series: ChartSeries; value: string }[]
  /** What is between the chart's edge and the value that the tooltip describes, in pixels. */
  at: { left: number; right: number }
  note?: ReactNode
}

/** The values at one point of a chart, on the side of the point that has more room. */
export function ChartTooltip({ title, rows, at: { left, right }, note }: Props) {
  return (
    <div
      className={classes.tooltip}
      style={left < right ? { left: left + 12 } : { right: right + 12 }}
      aria-hidden
    >
      <Text fz="sm" fw={600}>
        {title}
      </Text>
      {rows.map(({ series, value }) => (
        <div key={series.label} className={classes.value}>
          <Swatch {...series} />
          <span>{series.label}</span>
          <span>{value}</span>
        </div>
      ))}
      {note}
    </div>
  )
}
