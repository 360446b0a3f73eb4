import type { ImportJob, ImportJobPage, ImportJobStatus } from '@purveyor/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'

const pageSize = 50
/** How often running imports are read again, in milliseconds. */
const runningMs = 3_000

/** The keys of the queries of imports. */
export const importKeys = {
  list: ['imports', 'list'],
  job: (id: string) => ['imports', 'job', id],
  failed: (id: string) => ['imports', 'failed', id],
  warnings: (id: string) => ['imports', 'warnings', id],
  draft: (key: string) => ['import-draft', key]
}

/** True while a job still processes rows. */
export function isRunning({ status }: Pick<ImportJob, 'status'>): boolean {
  return status === 'RECEIVING' || status === 'QUEUED' || status === 'PROCESSING'
}

/** Reads the imports of the vendor page by page, newest first. */
export function useJobs(status: ImportJobStatus | undefined) {
  const { purveyor } = useSignedIn()
  return useInfiniteQuery({
    queryKey: [...importKeys.list, status],
    queryFn: ({ pageParam, signal }) =>
      purveyor.importJobs.list({ status, first: pageSize, ...pageParam }, { signal }).page(),
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ pageInfo }: ImportJobPage) =>
      pageInfo.hasNextPage && pageInfo.endCursor ? { after: pageInfo.endCursor } : undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isRunning)) ? runningMs : false
  })
}

/** Reads an import, again and again while it is running. */
export function useJob(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: importKeys.job(id),
    queryFn: ({ signal }) => purveyor.importJobs.get(id, {}, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runningMs / 3 : false)
  })
}

/** Returns what an import is called: its file, or where it comes from. */
export function jobName({ file_name, source }: ImportJob): string {
  return file_name ?? t.imports.unnamed[source]
}

/** Returns the counts of an import that aren't 0, as texts. */
export function jobCounts(job: ImportJob): string[] {
  const { counts } = t.imports
  const waiting = job.items_total - job.items_processed
  const texts: [number, (count: number) => string][] = [
    [job.items_created, counts.created],
    [job.items_updated, counts.updated],
    [job.items_skipped, counts.skipped],
    [job.items_failed, counts.failed],
    [job.items_cancelled, counts.cancelled],
    [waiting, counts.waiting]
  ]
  return texts.flatMap(([count, text]) => (count > 0 ? [text(count)] : []))
}
