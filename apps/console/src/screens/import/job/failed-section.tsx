import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { FailedGrid } from './failed-grid.tsx'
import { ResendBar } from './resend-bar.tsx'
import { useCorrections } from './use-corrections.ts'
import { useFailedItems } from './use-failed-items.ts'

/** The rows of an import that failed, to correct them and send them again. */
export function FailedSection({ job }: { job: ImportJob }) {
  const { canWrite } = useSignedIn()
  const failed = useFailedItems(job.queue_id, true)
  const corrections = useCorrections(job)
  const { state } = corrections
  const items = useMemo(
    () => failed.data?.filter(({ index }) => state?.sent[index] === undefined),
    [failed.data, state?.sent]
  )
  const texts = importsTexts.job
  const mayFix = canWrite && !job.dry_run
  const next = [...new Set(Object.values(state?.sent ?? {}))]
  return (
    <section aria-label={texts.failedTitle(job.items_failed)}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} fz="lg">
              {texts.failedTitle(job.items_failed)}
            </Title>
            <Text c="dimmed">
              {mayFix ? texts.failedIntro : job.dry_run ? texts.failedDryRun : texts.failedRead}
            </Text>
          </div>
          {mayFix && (
            <Button variant="default" component={Link} href={`/imports/new?retryOf=${job.queue_id}`}>
              {texts.importCorrected}
            </Button>
          )}
        </Group>
        {next.length > 0 && (
          <Alert color="green" role="status">
            {texts.sentAgain}{' '}
            {next.map((id) => (
              <Anchor key={id} component={Link} href={`/imports/${id}`} mr="xs">
                {texts.openNext}
              </Anchor>
            ))}
          </Alert>
        )}
        {failed.error && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed.error && !(items && state) && <Skeleton height={220} aria-hidden />}
        {items && state && items.length > 0 && (
          <>
            {failed.data && failed.data.length < job.items_failed && (
              <Text fz="sm">{texts.shown(failed.data.length, job.items_failed)}</Text>
            )}
            <FailedGrid items={items} edits={state.edits} onEdit={mayFix ? corrections.edit : undefined} />
            {mayFix && (
              <Text c="dimmed" fz="sm">
                {importsTexts.faults.keys}
              </Text>
            )}
          </>
        )}
      </Stack>
      {mayFix && items && state && items.length > 0 && (
        <ResendBar job={job} items={items} corrections={corrections} />
      )}
    </section>
  )
}
