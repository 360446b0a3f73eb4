import { Text } from '@mantine/core'
import type { ModerationStatistics } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatDuration, formatNumber, formatPercent } from '../../ui/format.ts'
import { totals } from './periods.ts'
import classes from './statistics.module.css'

/** The decisions of the period in four figures. */
export function DecisionFigures({ statistics }: { statistics: ModerationStatistics }) {
  const { decided, approved, rejected, byRules } = totals(statistics)
  const { medianSeconds, p90Seconds } = statistics.wait
  const figures = [
    {
      label: t.statistics.decided,
      value: formatNumber(decided),
      detail: t.statistics.decidedDetail(formatNumber(approved), formatNumber(rejected))
    },
    { label: t.statistics.median, value: waitOf(medianSeconds), detail: t.statistics.waitDetail },
    { label: t.statistics.p90, value: waitOf(p90Seconds), detail: t.statistics.waitDetail },
    {
      label: t.statistics.byRulesShare,
      value: decided > 0 ? formatPercent(statistics.shareByRules) : t.statistics.noValue,
      detail: t.statistics.byRulesDetail(formatNumber(byRules))
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
  return seconds === null ? t.statistics.noValue : formatDuration(seconds)
}
