import { Anchor, Paper, Table, Text } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import { JobStatus } from '../../../ui/imports/job-status.tsx'
import { isRunning, jobCounts, jobName } from '../jobs.ts'
import classes from './job-list.module.css'

/** Imports as a table, or as cards where the window is narrow. */
export function JobList({ jobs }: { jobs: ImportJob[] }) {
  const { columns } = t.imports
  return (
    <Paper withBorder className={classes.paper}>
      <Table
        className={classes.table}
        aria-label={t.imports.listLabel}
        verticalSpacing="sm"
        horizontalSpacing="md"
      >
        <Table.Thead>
          <Table.Tr>
            {[columns.file, columns.status, columns.result, columns.by, columns.when].map((label) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Row key={job.queue_id} job={job} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Row({ job }: { job: ImportJob }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <Anchor component={Link} href={`/imports/${job.queue_id}`} fw={600}>
          {jobName(job)}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <JobStatus job={job} />
      </Table.Td>
      <Table.Td>
        {job.dry_run && !isRunning(job) ? t.imports.counts.would(jobCounts(job)) : jobCounts(job).join(', ')}
      </Table.Td>
      <Table.Td>{job.created_by}</Table.Td>
      <Table.Td>
        <Text component="span" c="dimmed" inherit>
          <Ago time={job.created_at} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
