import { Skeleton, Stack } from '@mantine/core'
import type { PlatformStatistics } from '@purveyor/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRefreshInterval } from '../../api/live-status.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { type Period, periodOf } from '../../ui/periods.ts'
import { platformKeys } from '../../ui/platform-keys.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { CourseSection } from './course-section.tsx'
import { FailingVendors } from './failing-vendors.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { GetStarted } from './get-started.tsx'
import classes from './home.module.css'
import { LateOrders } from './late-orders.tsx'
import { TroubledImports } from './troubled-imports.tsx'
import { WaitingList } from './waiting-list.tsx'

/** How often the statistics are read again while they are shown, in milliseconds. */
const refreshMs = 60_000

/** The start page of the operator: what waits, what fails, and what was sold and decided in the last days. */
export default function HomeScreen() {
  const [params] = useAddressState()
  const days = periodOf(params)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useStatistics(days)
  return (
    <Page title={operatorTexts.home.title}>
      <Stack gap={36}>
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {data ? <Content statistics={data} isOld={isPlaceholderData} /> : !error && <Loading />}
        {(data || !error) && (
          <CourseSection days={days} statistics={data} isOld={isPlaceholderData} updatedAt={dataUpdatedAt} />
        )}
      </Stack>
    </Page>
  )
}

function useStatistics(days: Period) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: platformKeys.statistics(days),
    queryFn: ({ signal }) => purveyor.platform.statistics.get({ days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: useRefreshInterval(refreshMs)
  })
}

function Content({ statistics, isOld }: { statistics: PlatformStatistics; isOld: boolean }) {
  const { waiting, late, vendors, imports, days } = statistics
  return (
    <>
      {isQuiet(statistics) && <GetStarted />}
      <FigureStrip statistics={statistics} />
      <div className={classes.columns}>
        <LateOrders count={late.count} />
        <WaitingList waiting={waiting} />
      </div>
      <div className={classes.content} aria-busy={isOld}>
        <Stack gap={36}>
          <FailingVendors vendors={vendors} days={days.length} />
          <TroubledImports imports={imports} days={days.length} />
        </Stack>
      </div>
    </>
  )
}

/** True if nothing was ordered, decided or submitted, as in a new marketplace. */
function isQuiet({ days, waiting }: PlatformStatistics): boolean {
  return (
    waiting.every(({ count }) => count === 0) &&
    days.every(({ orders, approved, rejected }) => orders + approved + rejected === 0)
  )
}

function Loading() {
  return (
    <Stack gap={36} aria-busy>
      <Skeleton h={104} radius="md" />
      <div className={classes.columns}>
        <Skeleton h={260} radius="md" />
        <Skeleton h={260} radius="md" />
      </div>
      <Skeleton h={280} radius="md" />
    </Stack>
  )
}
