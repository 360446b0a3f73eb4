import { Stack } from '@mantine/core'
import { todayTexts } from '../../texts/today.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { periodOf } from '../../ui/periods.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useVendorStatistics } from '../../ui/use-vendor-statistics.ts'
import { GetStarted } from './get-started.tsx'
import { KeyFigures } from './key-figures.tsx'
import { SalesSection } from './sales-section.tsx'
import { ToDo } from './to-do.tsx'
import { useSetup } from './use-today.ts'

/** The start page of a vendor: what to do first, and what was sold in the last days. */
export default function TodayScreen() {
  const [params] = useAddressState()
  const days = periodOf(params)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useVendorStatistics(days)
  const { data: setup } = useSetup()
  const onRetry = () => void refetch()
  return (
    <Page title={todayTexts.title} intro={todayTexts.intro}>
      <Stack gap="xl">
        {/* Vendors without products have nothing to do but to begin. */}
        {setup?.hasProducts !== false && (
          <>
            <KeyFigures statistics={data} />
            <ToDo statistics={data} error={error} onRetry={onRetry} />
          </>
        )}
        {setup && <GetStarted setup={setup} />}
        {error && data && <ErrorAlert error={error} onRetry={onRetry} />}
        {(data || !error) && (
          <SalesSection days={days} statistics={data} isOld={isPlaceholderData} updatedAt={dataUpdatedAt} />
        )}
      </Stack>
    </Page>
  )
}
