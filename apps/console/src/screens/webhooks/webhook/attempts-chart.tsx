import type { WebhookAttemptCount } from '@purveyor/client'
import { useMemo } from 'react'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { Chart } from '../../../ui/chart.tsx'
import type { ChartSeries } from '../../../ui/chart-data.ts'
import { formatDateTime, formatShortWeekday } from '../../../ui/format.ts'
import { attemptHours } from './attempt-hours.ts'

/** The attempts of the last 72 hours as bars. */
export function AttemptsChart({ attempts }: { attempts: readonly WebhookAttemptCount[] }) {
  const { names, ticks, series } = useMemo(() => {
    const hours = attemptHours(attempts, Date.now())
    const bars: ChartSeries[] = [
      {
        label: texts.delivered,
        kind: 'bar',
        color: 'first',
        values: hours.map(({ delivered }) => delivered)
      },
      { label: texts.failed, kind: 'bar', color: 'second', values: hours.map(({ failed }) => failed) }
    ]
    return {
      names: hours.map(({ hour }) => formatDateTime(hour)),
      ticks: hours.map(({ hour }) => formatShortWeekday(hour)),
      series: bars
    }
  }, [attempts])
  return (
    <Chart
      label={`${texts.attempts}. ${texts.attemptsKeys}.`}
      names={names}
      ticks={ticks}
      series={series}
      height={160}
    />
  )
}
