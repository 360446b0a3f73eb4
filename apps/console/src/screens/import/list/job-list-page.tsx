import { Button, Select, Stack } from '@mantine/core'
import type { ImportJobStatus } from '@purveyor/client'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { DraftNotice } from '../draft-notice.tsx'
import { useJobs } from '../jobs.ts'
import { JobList } from './job-list.tsx'

const statuses = Object.keys(importsTexts.statuses) as ImportJobStatus[]

/** The imports of the vendor, newest first. */
export function JobListPage() {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const status = statuses.find((one) => one === params.get('status'))
  const jobs = useJobs(status)
  const list = jobs.data?.pages.flatMap((page) => page.jobs)
  const isEmpty = list?.length === 0
  return (
    <Page title={t.navigation.import} intro={importsTexts.intro} actions={canWrite && <NewImportButton />}>
      <Stack>
        {canWrite && <DraftNotice />}
        {!(isEmpty && status === undefined) && (
          <Select
            aria-label={importsTexts.filter}
            placeholder={importsTexts.anyStatus}
            data={statuses.map((value) => ({ value, label: importsTexts.statuses[value] }))}
            value={status ?? null}
            onChange={(value) => change({ status: value })}
            clearable
            maw={240}
          />
        )}
        {jobs.error && <ErrorAlert error={jobs.error} onRetry={() => void jobs.refetch()} />}
        {(list || !jobs.error) && (
          <JobList jobs={list} empty={<NoJobs isFiltered={status !== undefined} />} />
        )}
        <LoadMore
          hasMore={jobs.hasNextPage}
          isLoading={jobs.isFetchingNextPage}
          onMore={() => void jobs.fetchNextPage()}
        />
      </Stack>
    </Page>
  )
}

function NewImportButton() {
  return (
    <Button component={Link} href="/imports/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {importsTexts.new}
    </Button>
  )
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  const { canWrite } = useSignedIn()
  const detail = canWrite ? importsTexts.emptyDetail : importsTexts.emptyRead
  return (
    <Empty
      icon={IconFileImport}
      title={isFiltered ? importsTexts.noMatch : importsTexts.empty}
      text={isFiltered ? undefined : detail}
    >
      {canWrite && !isFiltered && <NewImportButton />}
    </Empty>
  )
}
