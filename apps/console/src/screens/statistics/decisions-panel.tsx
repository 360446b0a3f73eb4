import { Button, Group, Paper, SegmentedControl, Title } from '@mantine/core'
import type { DecidedCount } from '@purveyor/client'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { statisticsTexts } from '../../texts/statistics.ts'
import { Chart } from '../../ui/chart.tsx'
import type { ChartSeries } from '../../ui/chart-data.ts'
import { Empty } from '../../ui/empty.tsx'
import { formatDay, formatDays, formatShortDay } from '../../ui/format.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { DecisionsTable } from './decisions-table.tsx'
import { type Decided, grouped } from './periods.ts'

/** The decisions of each day, or of each week, as a chart or as a table. */
export function DecisionsPanel({ days }: { days: readonly DecidedCount[] }) {
  const [params, change] = useAddressState()
  const { isByWeek, groups } = useMemo(() => grouped(days), [days])
  const isTable = params.get('as') === 'table'
  const title = isByWeek ? statisticsTexts.perWeek : statisticsTexts.perDay
  if (!groups.some(({ approved, rejected }) => approved + rejected > 0)) return <Nothing days={days.length} />
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={3}>{title}</Title>
        <SegmentedControl
          size="xs"
          aria-label={statisticsTexts.display}
          value={isTable ? 'table' : 'chart'}
          onChange={(value) => change({ as: value === 'table' ? value : null })}
          data={[
            { value: 'chart', label: statisticsTexts.chart },
            { value: 'table', label: statisticsTexts.table }
          ]}
        />
      </Group>
      {isTable ? (
        <DecisionsTable groups={groups} isByWeek={isByWeek} label={`${title}: ${statisticsTexts.table}`} />
      ) : (
        <DecisionsChart groups={groups} label={`${title}. ${statisticsTexts.keys}.`} />
      )}
    </Paper>
  )
}

/** Returns the day or the days of a group. */
export function nameOf({ first, last }: Decided): string {
  return first === last ? formatDay(first) : formatDays(first, last)
}

function DecisionsChart({ groups, label }: { groups: Decided[]; label: string }) {
  const names = useMemo(() => groups.map(nameOf), [groups])
  const ticks = useMemo(() => groups.map(({ first }) => formatShortDay(first)), [groups])
  const series = useMemo<ChartSeries[]>(() => {
    const { approved, rejected, byRules } = statisticsTexts
    return [
      { label: approved, kind: 'bar', color: 'first', values: groups.map((group) => group.approved) },
      { label: rejected, kind: 'bar', color: 'second', values: groups.map((group) => group.rejected) },
      { label: byRules, kind: 'line', color: 'line', values: groups.map((group) => group.byRules) }
    ]
  }, [groups])
  return <Chart label={label} names={names} ticks={ticks} series={series} />
}

function Nothing({ days }: { days: number }) {
  return (
    <Paper withBorder>
      <Empty
        icon={IconChartBar}
        heading="h3"
        title={statisticsTexts.nothingDecided(days)}
        text={statisticsTexts.nothingDecidedHint}
      >
        <Button component={Link} href="/queue" variant="default">
          {statisticsTexts.toQueue}
        </Button>
      </Empty>
    </Paper>
  )
}
