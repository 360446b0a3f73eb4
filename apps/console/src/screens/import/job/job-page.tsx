import { Button, Skeleton, Stack } from '@mantine/core'
import { BadRequest, type ImportJob, NotFound as NotFoundError } from '@purveyor/client'
import { IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { isRunning, jobName, useJob } from '../jobs.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FailedSection } from './failed-section.tsx'
import { JobReport } from './job-report.tsx'
import { JobSummary } from './job-summary.tsx'
import { WarningsSection } from './warnings-section.tsx'

/** One import: its progress, its result, and the rows that failed. */
export function JobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useJob(id)
  const { canWrite } = useSignedIn()
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFoundError || error instanceof BadRequest)
    return (
      <Empty
        icon={IconFileOff}
        title={importsTexts.job.notFound}
        text={importsTexts.job.notFoundDetail}
        heading="h1"
      >
        <Back />
      </Empty>
    )
  return (
    <Page
      title={job ? jobName(job) : t.navigation.import}
      intro={<Back />}
      actions={job && <Actions job={job} />}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!job && !error && <Skeleton height={180} radius="md" aria-hidden />}
      {job && (
        <Stack gap="lg">
          {canWrite && <DraftNotice isRest />}
          <JobSummary job={job} />
          {!isRunning(job) && job.items_failed > 0 && <FailedSection job={job} />}
          {!isRunning(job) && job.items_with_warnings > 0 && <WarningsSection job={job} />}
        </Stack>
      )}
    </Page>
  )
}

function Actions({ job }: { job: ImportJob }) {
  const { canWrite } = useSignedIn()
  const [isCancelling, setCancelling] = useState(false)
  if (!isRunning(job))
    return (
      <>
        {!job.dry_run && job.items_created > 0 && (
          <Button variant="default" component={Link} href={`/products?bulkImportJobId=${job.queue_id}`}>
            {importsTexts.job.products}
          </Button>
        )}
        <JobReport job={job} />
      </>
    )
  if (!canWrite) return null
  return (
    <>
      <Button variant="default" onClick={() => setCancelling(true)}>
        {importsTexts.job.cancel}
      </Button>
      <CancelDialog id={job.queue_id} opened={isCancelling} onClose={() => setCancelling(false)} />
    </>
  )
}

function Back() {
  return <BackLink href="/imports">{importsTexts.all}</BackLink>
}
