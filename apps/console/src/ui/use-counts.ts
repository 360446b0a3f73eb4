import { useQueries } from '@tanstack/react-query'
import { useRefreshInterval } from '../api/live-status.ts'

const refreshMs = 30_000

type Options<State extends string> = {
  queryKey: readonly unknown[]
  states: readonly State[]
  count: (state: State, signal: AbortSignal) => Promise<number>
}

/** Reads the number of entries in each state, whose changes are events. `all` is the sum, as soon as all numbers are known. */
export function useCounts<State extends string>({
  queryKey,
  states,
  count
}: Options<State>): {
  of: Partial<Record<State, number>>
  all: number | undefined
} {
  const refetchInterval = useRefreshInterval(refreshMs)
  const results = useQueries({
    queries: states.map((state) => ({
      queryKey: [...queryKey, state],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(state, signal),
      refetchInterval
    }))
  })
  const known = results.flatMap(({ data }, index) => (data === undefined ? [] : [[states[index], data]]))
  const all = known.length < states.length ? undefined : results.reduce((sum, { data = 0 }) => sum + data, 0)
  return { of: Object.fromEntries(known), all }
}
