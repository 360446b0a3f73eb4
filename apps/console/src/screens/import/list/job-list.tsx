import type { ImportJob } from '@purveyor/client'
import type { ReactNode } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { Ago } from '../../../ui/ago.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { JobStatus } from '../../../ui/imports/job-status.tsx'
import { isRunning, jobCounts, jobName } from '../jobs.ts'

type Props = { jobs: ImportJob[] | undefined; empty: ReactNode }

/** Imports, newest first. Undefined while they are read. */
export function JobList({ jobs, empty }: Props) {
  const { columns } = importsTexts
  return (
    <DataTable
      label={importsTexts.listLabel}
      columns={[
        { key: 'file', label: columns.file, cell: jobName },
        { key: 'status', label: columns.status, cell: (job) => <JobStatus job={job} /> },
        { key: 'result', label: columns.result, cell: resultOf },
        { key: 'by', label: columns.by, cell: (job) => job.created_by },
        { key: 'when', label: columns.when, cell: (job) => <Ago time={job.created_at} /> }
      ]}
      rows={jobs ?? []}
      keyOf={(job) => job.queue_id}
      href={(job) => `/imports/${job.queue_id}`}
      isLoading={!jobs}
      empty={empty}
    />
  )
}

function resultOf(job: ImportJob): string {
  const counts = jobCounts(job)
  return job.dry_run && !isRunning(job) ? importsTexts.counts.would(counts) : counts.join(', ')
}
