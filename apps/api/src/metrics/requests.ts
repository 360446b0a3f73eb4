import { counter, gauge, histogram } from './registry.ts'

/**
 * The durations of requests until all of the response was sent, by method, path of the route, and status.
 * `interactive` is `false` for routes that respond slowly on purpose.
 */
export const requestDuration = histogram('purveyor_http_request_duration_seconds', {
  help: 'Time from the headers of a request to the end of its response.',
  labels: ['method', 'route', 'interactive', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})

/** The requests that were refused because too many were running. */
export const refusedRequests = counter('purveyor_http_requests_refused_total', {
  help: 'Requests that were refused with a 503 because the process was overloaded.'
})

/** The requests in progress: those that are running, and those whose body is still arriving. */
type InProgress = { readonly running: number; readonly arriving: number }

const tracked = new Set<InProgress>()

gauge('purveyor_http_requests_in_progress', {
  help: 'Requests that count towards the limits of the process: running, or with a body that is arriving.',
  labels: ['state'],
  collect(self) {
    for (const state of ['running', 'arriving'] as const) {
      self.set(
        { state },
        [...tracked].reduce((sum, count) => sum + count[state], 0)
      )
    }
  }
})

/** Includes the requests that `count` contains in the metrics, until the returned function is called. */
export function trackRequests(count: InProgress): () => void {
  tracked.add(count)
  return () => void tracked.delete(count)
}
