import type { Log } from '../lib/log.ts'
import type { OnStoreError } from './store.ts'

const intervalMs = 1000

/**
 * Returns a function that logs errors of the asset store. During an outage there are many, so it logs at most
 * one per second, with the number of errors since the last one.
 */
export function logStoreErrors(log: Pick<Log, 'error'>): OnStoreError {
  let errors = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return (operation, err) => {
    errors++
    if (performance.now() - loggedAt < intervalMs) return
    log.error({ err, operation, errors }, 'the asset store failed')
    loggedAt = performance.now()
    errors = 0
  }
}
