import { Badge, Group } from '@mantine/core'
import type { ImportJob, ImportJobStatus } from '@purveyor/client'
import { importsTexts } from '../../texts/import.ts'

const colors: Record<ImportJobStatus, string> = {
  RECEIVING: 'blue',
  QUEUED: 'gray',
  PROCESSING: 'blue',
  COMPLETED: 'green',
  COMPLETED_WITH_ERRORS: 'amber',
  CANCELLED: 'gray',
  FAILED: 'red'
}

/** The status of an import, and whether it is a dry run. */
export function JobStatus({ job }: { job: ImportJob }) {
  return (
    <Group gap={6}>
      <Badge color={colors[job.status]}>{importsTexts.statuses[job.status]}</Badge>
      {job.dry_run && (
        <Badge color="gray" variant="outline">
          {importsTexts.dryRun}
        </Badge>
      )}
    </Group>
  )
}
