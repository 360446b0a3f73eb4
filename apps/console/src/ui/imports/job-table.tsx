import type { PlatformImportJob } from '@purveyor/client'
import { IconFileImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { importsTexts } from '../../texts/import.ts'
import { vendorTexts } from '../../texts/vendors.ts'
import { Ago } from '../ago.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Empty } from '../empty.tsx'
import { isRunning, jobCounts, jobName } from './describe-job.ts'
import { JobStatus } from './job-status.tsx'

const texts = vendorTexts.imports

type Props = {
  jobs: readonly PlatformImportJob[]
  isLoading: boolean
  isRefreshing?: boolean
  /** False if all jobs are of one vendor. */
  withVendor: boolean
  empty?: ReactNode
}

const vendorColumn: Column<PlatformImportJob> = {
  key: 'vendor',
  label: vendorTexts.vendor,
  cell: ({ vendor_name }) => <bdi>{vendor_name}</bdi>
}

/** Imports of vendors, for the operator. */
export function JobTable({ jobs, withVendor, empty, ...props }: Props) {
  return (
    <DataTable
      {...props}
      label={texts.title}
      columns={[
        { key: 'file', label: texts.file, cell: (job) => <bdi>{jobName(job)}</bdi> },
        ...(withVendor ? [vendorColumn] : []),
        { key: 'status', label: vendorTexts.state, cell: (job) => <JobStatus job={job} /> },
        { key: 'result', label: texts.result, cell: result },
        { key: 'by', label: texts.by, cell: ({ created_by }) => created_by, from: 62 },
        { key: 'when', label: texts.when, cell: ({ created_at }) => <Ago time={created_at} /> }
      ]}
      rows={jobs}
      keyOf={({ queue_id }) => queue_id}
      href={({ queue_id }) => `/imports/${queue_id}`}
      empty={empty ?? <Empty icon={IconFileImport} title={texts.empty} text={texts.emptyText} />}
    />
  )
}

function result(job: PlatformImportJob): string {
  return job.dry_run && !isRunning(job)
    ? importsTexts.counts.would(jobCounts(job))
    : jobCounts(job).join(', ')
}
