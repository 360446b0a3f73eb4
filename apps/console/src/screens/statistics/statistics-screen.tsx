import { Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ModerationStatistics } from '@purveyor/client'
import type { ReactNode } from 'react'
import { statisticsTexts } from '../../texts/statistics.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { periodOf, periods } from '../../ui/periods.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { DecisionFigures } from './decision-figures.tsx'
import { DecisionsPanel } from './decisions-panel.tsx'
import { RejectionsByReason } from './rejections-by-reason.tsx'
import { RejectionsByVendor } from './rejections-by-vendor.tsx'
import classes from './statistics.module.css'
import { StatisticsSkeleton } from './statistics-skeleton.tsx'
import { useStatistics } from './use-statistics.ts'
import { WaitingCards } from './waiting-cards.tsx'

/** What waits in the review queue, and what was decided in the last days. */
export default function StatisticsScreen() {
  const [params, change] = useAddressState()
  const days = periodOf(params)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useStatistics(days)
  const shownDays = isPlaceholderData && data ? data.decidedPerDay.length : days
  const period = (
    <SegmentedControl
      aria-label={statisticsTexts.period}
      value={String(days)}
      onChange={(value) => change({ days: value === '30' ? null : value })}
      data={periods.map((one) => ({ value: String(one), label: statisticsTexts.days(one) }))}
    />
  )
  return (
    <Page title={statisticsTexts.title} intro={statisticsTexts.intro}>
      <Stack gap="lg">
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {data ? (
          <div className={classes.content} aria-busy={isPlaceholderData}>
            <Content statistics={data} days={shownDays} period={period} />
            <Text c="dimmed" fz="xs" mt="md" ta="end">
              {statisticsTexts.updated(formatTime(new Date(dataUpdatedAt).toISOString()))}
            </Text>
          </div>
        ) : (
          !error && <StatisticsSkeleton period={period} />
        )}
      </Stack>
    </Page>
  )
}

type ContentProps = { statistics: ModerationStatistics; days: number; period: ReactNode }

function Content({ statistics, days, period }: ContentProps) {
  return (
    <Stack gap="lg">
      <WaitingCards waiting={statistics.waiting} />
      <Group justify="space-between" mt="xs" gap="sm">
        <Title order={2}>{statisticsTexts.lastDays(days)}</Title>
        {period}
      </Group>
      <DecisionFigures statistics={statistics} />
      <DecisionsPanel days={statistics.decidedPerDay} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} className={classes.lists}>
        <RejectionsByVendor rejections={statistics.rejections.byVendor} days={days} />
        <RejectionsByReason rejections={statistics.rejections.byReason} />
      </SimpleGrid>
    </Stack>
  )
}
