import { Paper, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { Chart } from '../../ui/chart.tsx'
import type { ChartSeries } from '../../ui/chart-data.ts'
import classes from './today.module.css'

type Props = {
  title: string
  /** The total of the period, formatted. */
  total: string
  detail: string
  names: readonly string[]
  ticks: readonly string[]
  values: readonly number[]
  isByWeek: boolean
  format?: (value: number) => string
}

/** One figure of the period with its course. */
export function SalesChart({ title, total, detail, names, ticks, values, isByWeek, format }: Props) {
  const key = values.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart is drawn again only if a value has changed
  const series = useMemo<ChartSeries[]>(
    () => [{ label: title, kind: 'bar', color: 'first', values }],
    [title, key]
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={3} fw={400} c="dimmed">
        {title}
      </Title>
      <div className={classes.figure}>{total}</div>
      <Text c="dimmed" fz="sm" mb="sm">
        {detail}
      </Text>
      <Chart
        label={t.today.chartOf(title, isByWeek)}
        names={names}
        ticks={ticks}
        series={series}
        height={160}
        hasLegend={false}
        {...(format && { format })}
      />
    </Paper>
  )
}
