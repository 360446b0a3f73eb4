import { Text } from '@mantine/core'
import type { ModerationStatistics } from '@purveyor/client'
import { statisticsTexts } from '../../texts/statistics.ts'
import { formatDuration, formatNumber, formatPercent } from '../../ui/format.ts'
import { totals } from './periods.ts'
import classes from './statistics.module.css'

/** The decisions of the period in four figures. */
export function DecisionFigures({ statistics }: { statistics: ModerationStatistics }) {
  const { decided, approved, rejected, byRules } = totals(statistics)
  const { medianSeconds, p90Seconds } = statistics.wait
  const figures = [
    {
      label: statisticsTexts.decided,
      value: formatNumber(decided),
      detail: statisticsTexts.decidedDetail(formatNumber(approved), formatNumber(rejected))
    },
    { label: statisticsTexts.median, value: waitOf(medianSeconds), detail: statisticsTexts.waitDetail },
    { label: statisticsTexts.p90, value: waitOf(p90Seconds), detail: statisticsTexts.waitDetail },
    {
      label: statisticsTexts.byRulesShare,
      value: decided > 0 ? formatPercent(statistics.shareByRules) : statisticsTexts.noValue,
      detail: statisticsTexts.byRulesDetail(formatNumber(byRules))
    }
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <Text component="dt" c="dimmed">
            {label}
          </Text>
          <dd className={classes.figure}>{value}</dd>
          <Text component="dd" c="dimmed" fz="sm">
            {detail}
          </Text>
        </div>
      ))}
    </dl>
  )
}

function waitOf(seconds: number | null): string {
  return seconds === null ? statisticsTexts.noValue : formatDuration(seconds)
}
