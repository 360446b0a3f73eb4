import { Text, Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { todayTexts } from '../texts/today.ts'
import { Chart } from './chart.tsx'
import type { ChartSeries } from './chart-data.ts'
import classes from './figure-chart.module.css'

type Props = {
  title: string
  /** The total of the period, formatted. */
  total: string
  detail: ReactNode
  names: readonly string[]
  ticks: readonly string[]
  /** The values of the only series, or several series. */
  values: readonly number[] | readonly ChartSeries[]
  isByWeek: boolean
  format?: (value: number) => string
}

/** One figure of a period with its course. */
export function FigureChart({ title, total, detail, names, ticks, values, isByWeek, format }: Props) {
  const key = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart is drawn again only if a value has changed
  const series = useMemo(() => seriesOf(title, values), [title, key])
  return (
    <section aria-label={title} className={classes.chart}>
      <Title order={3} fw={400} c="dimmed">
        {title}
      </Title>
      <div className={classes.figure}>{total}</div>
      <Text c="dimmed" fz="sm" mb="sm">
        {detail}
      </Text>
      <Chart
        label={todayTexts.chartOf(title, isByWeek)}
        names={names}
        ticks={ticks}
        series={series}
        height={160}
        hasLegend={series.length > 1}
        {...(format && { format })}
      />
    </section>
  )
}

function seriesOf(title: string, values: Props['values']): readonly ChartSeries[] {
  const isSeries = (all: Props['values']): all is readonly ChartSeries[] => typeof all[0] === 'object'
  return isSeries(values) ? values : [{ label: title, kind: 'bar', color: 'first', values }]
}
