import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import type { ImportJobStatus } from '@purveyor/client'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { storage } from '../../../session/stored-files.ts'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { importKeys, useJobs } from '../jobs.ts'
import type { Draft } from '../new/import-draft.ts'
import { useDraftKey } from '../new/use-import-draft.ts'
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

/** Says that an import is being prepared in this browser. */
function DraftNotice() {
  const key = useDraftKey()
  const { data: draft } = useQuery({
    queryKey: importKeys.draft(key),
    queryFn: async () => (await storage.read<Draft>(key)) ?? null,
    staleTime: 0
  })
  if (!draft || draft.isDone) return null
  const { goOn, goOnRest, goOnSending } = importsTexts
  const text = draft.sending ? goOnSending : draft.isRest ? goOnRest : goOn
  return (
    <Alert color="brand" variant="light">
      <Group justify="space-between" gap="sm">
        {text(draft.name)}
        <Button component={Link} href="/imports/new" size="xs" variant="default">
          {importsTexts.goOnButton}
        </Button>
      </Group>
    </Alert>
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
