import { Anchor, Text } from '@mantine/core'
import type { ImportJob } from '@purveyor/client'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { Ago } from '../../ui/ago.tsx'
import { allLabel, TaskCard } from './task-card.tsx'
import classes from './today.module.css'
import { useFailedImports } from './use-today.ts'

/** The latest imports with failed rows. */
export function ImportsCard() {
  const { data, error, refetch, isPending } = useFailedImports()
  const jobs = data?.jobs ?? []
  const count = data?.estimatedTotalCount ?? undefined
  return (
    <TaskCard
      title={todayTexts.imports}
      count={count}
      all={{
        href: '/imports',
        label: allLabel(count, jobs.length, todayTexts.showImports)
      }}
      none={todayTexts.noImports}
      error={error}
      onRetry={() => void refetch()}
      isPending={isPending}
    >
      {jobs.map((job) => (
        <ImportRow key={job.queue_id} job={job} />
      ))}
    </TaskCard>
  )
}

function ImportRow({ job }: { job: ImportJob }) {
  return (
    <li className={classes.row}>
      <Anchor component={Link} href={`/imports/${job.queue_id}`} fw={600}>
        {todayTexts.failedProducts(job.items_failed, job.items_total)}
      </Anchor>
      <Text c="dimmed" fz="sm">
        <Ago time={job.finished_at ?? job.created_at} />
        {job.created_by && (
          <>
            {' '}
            <bdi>{todayTexts.by(job.created_by)}</bdi>
          </>
        )}
      </Text>
    </li>
  )
}
