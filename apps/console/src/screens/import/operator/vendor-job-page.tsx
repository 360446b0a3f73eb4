import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { BadRequest, NotFound, type PlatformImportJob } from '@purveyor/client'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { isRunning, jobName } from '../../../ui/imports/describe-job.ts'
import { Page } from '../../../ui/page.tsx'
import { JobReport } from '../job/job-report.tsx'
import { JobSummary } from '../job/job-summary.tsx'
import { importKeys } from '../jobs.ts'
import { FailedErrors } from './failed-errors.tsx'

const texts = vendorTexts.imports
/** How often an import is read again while it is running, in milliseconds. */
const runningMs = 2_000

/** An import of a vendor with the rows that failed, for the operator to read. */
export function VendorJobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useVendorJob(id)
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest)
    return (
      <Page title={texts.title}>
        <Empty icon={IconFileOff} title={texts.gone} text={texts.goneText}>
          <Button component={Link} href="/imports" variant="default">
            {texts.all}
          </Button>
        </Empty>
      </Page>
    )
  const back = <BackLink href="/imports">{texts.all}</BackLink>
  if (!job)
    return (
      <Page title={texts.title} intro={back}>
        {error ? (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={180} radius="md" aria-busy />
        )}
      </Page>
    )
  return (
    <Page
      title={jobName(job)}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          {back}
          <Anchor component={Link} href={`/vendors/${job.vendor_id}/imports`} inherit>
            <bdi>{job.vendor_name}</bdi>
          </Anchor>
        </Group>
      }
      actions={!isRunning(job) && <Actions job={job} />}
    >
      <Stack gap="lg">
        <JobSummary job={job} />
        {isRunning(job) ? (
          <Text c="dimmed">{texts.running}</Text>
        ) : (
          job.items_failed > 0 && <FailedErrors job={job} />
        )}
      </Stack>
    </Page>
  )
}

function Actions({ job }: { job: PlatformImportJob }) {
  const { queue_id, vendor_id, dry_run, items_created } = job
  return (
    <>
      {!dry_run && items_created > 0 && (
        <Button
          variant="default"
          component={Link}
          href={`/queue?vendorId=${vendor_id}&importJobId=${queue_id}`}
        >
          {importsTexts.job.products}
        </Button>
      )}
      <JobReport job={job} />
    </>
  )
}

function useVendorJob(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: importKeys.job(id),
    queryFn: ({ signal }) => purveyor.platform.importJobs.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runningMs : false)
  })
}
