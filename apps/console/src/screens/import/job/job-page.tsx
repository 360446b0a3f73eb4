import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { BadRequest, type ImportJob, NotFound as NotFoundError } from '@purveyor/client'
import { IconArrowLeft, IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { isRunning, jobName, useJob } from '../jobs.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FailedSection } from './failed-section.tsx'
import { JobReport } from './job-report.tsx'
import { JobSummary } from './job-summary.tsx'
import { WarningsSection } from './warnings-section.tsx'

/** One import: its progress, its result, and the rows that failed. */
export function JobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useJob(id)
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFoundError || error instanceof BadRequest)
    return (
      <Empty
        icon={IconFileOff}
        title={importsTexts.job.notFound}
        text={importsTexts.job.notFoundDetail}
        heading="h1"
      >
        <BackLink />
      </Empty>
    )
  return (
    <Page
      title={job ? jobName(job) : t.navigation.import}
      intro={<BackLink />}
      actions={job && <Actions job={job} />}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!job && !error && <Skeleton height={180} radius="md" aria-hidden />}
      {job && (
        <Stack gap="lg">
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

function BackLink() {
  return (
    <Anchor component={Link} href="/imports" inherit>
      <Group gap={4} component="span" wrap="nowrap">
        <IconArrowLeft size={14} aria-hidden />
        {importsTexts.all}
      </Group>
    </Anchor>
  )
}
