import { Alert, Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { Link } from 'wouter'
import { importsTexts } from '../../../texts/import.ts'
import { Ago } from '../../../ui/ago.tsx'
import { JobStatus } from '../../../ui/imports/job-status.tsx'
import { Figures } from '../figures.tsx'
import { isRunning } from '../jobs.ts'

/** The state of an import: its progress while it is running, and its counts. */
export function JobSummary({ job }: { job: ImportJob }) {
  const { outcome, job: texts } = importsTexts
  return (
    <Stack gap="md">
      <Group gap="sm">
        <JobStatus job={job} />
        <Text c="dimmed" fz="sm">
          <Ago time={job.created_at} /> {job.created_by && texts.by(job.created_by)}
        </Text>
        {job.retry_of && (
          <Anchor component={Link} href={`/imports/${job.retry_of}`} fz="sm">
            {texts.retryOf}
          </Anchor>
        )}
      </Group>
      {isRunning(job) && <RunningProgress job={job} />}
      {job.error && (
        <Alert color="red" title={texts.error}>
          {job.error}
        </Alert>
      )}
      <Figures
        figures={[
          { label: outcome.created, count: job.items_created },
          { label: outcome.updated, count: job.items_updated },
          { label: outcome.skipped, count: job.items_skipped },
          { label: outcome.failed, count: job.items_failed, isBad: true },
          ...(job.items_with_warnings > 0
            ? [{ label: outcome.warnings, count: job.items_with_warnings }]
            : [])
        ]}
      />
      {job.dry_run && !isRunning(job) && <Text c="dimmed">{texts.isDryRun}</Text>}
      {!job.dry_run && job.items_created > 0 && <Text c="dimmed">{texts.waiting}</Text>}
      {job.images_failed > 0 && (
        <Text c="dimmed" fz="sm">
          {texts.imagesFailed(job.images_failed)}. {texts.warnings}
        </Text>
      )}
    </Stack>
  )
}

function RunningProgress({ job }: { job: ImportJob }) {
  const { items_total: total, items_processed: done, images_total: images } = job
  const isFetching = total > 0 && done === total && images > 0
  const [part, whole] = isFetching ? [job.images_fetched + job.images_failed, images] : [done, total]
  const text = isFetching ? importsTexts.job.images(part, whole) : importsTexts.job.progress(part, whole)
  return (
    <div role="status">
      <Progress value={whole === 0 ? 0 : (100 * part) / whole} aria-label={text} animated />
      <Group justify="space-between" mt={6} gap="xs">
        <Text fz="sm">{text}</Text>
        <Text fz="sm" c="dimmed">
          {importsTexts.job.remaining}
        </Text>
      </Group>
    </div>
  )
}
