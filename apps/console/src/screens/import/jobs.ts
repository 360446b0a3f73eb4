import type { ImportJobPage, ImportJobStatus } from '@purveyor/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { isRunning } from '../../ui/imports/describe-job.ts'

export { isRunning, jobCounts, jobName } from '../../ui/imports/describe-job.ts'

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
