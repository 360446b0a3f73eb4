import { Button, Group, Select } from '@mantine/core'
import type { ImportJobStatus, PlatformImportJob, PlatformImportJobPage } from '@purveyor/client'
import { IconFileImport } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { DayRange } from '../../../ui/day-range.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { isRunning } from '../../../ui/imports/describe-job.ts'
import { JobTable } from '../../../ui/imports/job-table.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { VendorSelect } from '../../../ui/vendor-select.tsx'
import { importKeys } from '../jobs.ts'

const texts = vendorTexts.imports
const pageSize = 50
const statuses = Object.keys(importsTexts.statuses) as ImportJobStatus[]

/** The imports of all vendors, newest first. The filters are in the address. */
export function VendorJobListPage() {
  const [params, change] = useAddressState()
  const status = statuses.find((one) => one === params.get('status'))
  const vendorId = params.get('vendorId') ?? undefined
  const { from, to } = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const list = useVendorJobs({
    ...(status && { status }),
    ...(vendorId && { vendorId }),
    ...rangeOf(from, to)
  })
  const isFiltered = Boolean(status || vendorId || from || to)
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Group mb="sm" gap="sm" role="search" aria-label={texts.title}>
        <VendorSelect
          aria-label={vendorTexts.vendor}
          placeholder={vendorTexts.statements.anyVendor}
          value={vendorId ?? null}
          onChange={(id) => change({ vendorId: id })}
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          w={{ base: '100%', xs: 220 }}
        />
        <Select
          aria-label={vendorTexts.state}
          placeholder={vendorTexts.anyState}
          data={statuses.map((value) => ({ value, label: importsTexts.statuses[value] }))}
          value={status ?? null}
          onChange={(value) => change({ status: value })}
          clearable
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          w={{ base: '100%', xs: 200 }}
        />
        <DayRange label={texts.period} />
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <JobTable
          jobs={list.items}
          isLoading={list.isPending}
          withVendor={vendorId === undefined}
          {...(isFiltered && {
            empty: (
              <Empty icon={IconFileImport} title={texts.noMatch}>
                <Button
                  variant="default"
                  onClick={() => change({ status: null, vendorId: null, from: null, to: null })}
                >
                  {t.actions.clearFilters}
                </Button>
              </Empty>
            )
          })}
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  )
}

type Filters = {
  status?: ImportJobStatus
  vendorId?: string
  createdAfter?: string
  createdBefore?: string
}

function useVendorJobs(filters: Filters) {
  const { purveyor } = useSignedIn()
  return usePages<PlatformImportJobPage, PlatformImportJob & { id: string }>({
    queryKey: [...importKeys.list, filters],
    read: (cursor, signal) =>
      purveyor.platform.importJobs.list({ ...filters, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ jobs }) => jobs.map((job) => ({ ...job, id: job.queue_id })),
    ...(!filters.status || isRunning({ status: filters.status }) ? { refreshMs: 10_000 } : {})
  })
}

/** The limits of the API are exclusive. Both days are local, and included. */
function rangeOf(from: string, to: string): Pick<Filters, 'createdAfter' | 'createdBefore'> {
  const midnight = (day: string, later: number) => {
    const time = new Date(`${day}T00:00:00`)
    time.setDate(time.getDate() + later)
    return time
  }
  const isDay = (day: string) => !Number.isNaN(midnight(day, 0).getTime())
  return {
    ...(isDay(from) && { createdAfter: new Date(midnight(from, 0).getTime() - 1).toISOString() }),
    ...(isDay(to) && { createdBefore: midnight(to, 1).toISOString() })
  }
}
