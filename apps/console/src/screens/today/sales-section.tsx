import { Group, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { todayTexts } from '../../texts/today.ts'
import { formatTime } from '../../ui/format.ts'
import { defaultPeriod, type Period, periods } from '../../ui/periods.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { SalesPanels } from './sales-panels.tsx'
import classes from './today.module.css'

type Props = {
  days: Period
  statistics: VendorStatistics | undefined
  /** True while `statistics` are those of another period. */
  isOld: boolean
  updatedAt: number
}

/** The orders, pieces and sales of the last days, as charts or as a table. */
export function SalesSection({ days, statistics, isOld, updatedAt }: Props) {
  const [params, change] = useAddressState()
  const isTable = params.get('as') === 'table'
  const shownDays = isOld && statistics ? statistics.days.length : days
  return (
    <section aria-labelledby="sold">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} id="sold">
          {todayTexts.lastDays(shownDays)}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={todayTexts.period}
            value={String(days)}
            onChange={(value) => change({ days: value === String(defaultPeriod) ? null : value })}
            data={periods.map((one) => ({ value: String(one), label: todayTexts.days(one) }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={todayTexts.display}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => change({ as: value === 'table' ? value : null })}
            data={[
              { value: 'chart', label: todayTexts.chart },
              { value: 'table', label: todayTexts.table }
            ]}
          />
        </Group>
      </Group>
      {statistics ? (
        <div className={classes.content} aria-busy={isOld}>
          <SalesPanels days={statistics.days} isTable={isTable} />
          <Text c="dimmed" fz="xs" mt="sm" ta="end">
            {todayTexts.updated(formatTime(new Date(updatedAt).toISOString()))}
          </Text>
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 3 }} aria-busy>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} h={292} radius="md" />
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}
