import type { Problem } from '../errors.ts'
import { unavailable } from '../errors.ts'
import type { OnStoreError } from './store.ts'

/** Runs the work of an operation of a store. Converts its errors to 503 problems, and reports them. */
export type Report = <T>(operation: string, work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs work. If the work fails with an error of the store, it throws a 503 problem
 * with this error as its `cause`, because a retry may succeed later. Other errors, such as that a file is
 * missing, are thrown unchanged.
 */
export function reporter(isStoreError: (error: unknown) => boolean, onError?: OnStoreError): Report {
  return async (operation, work) => {
    try {
      return await work()
    } catch (error) {
      if (!isStoreError(error)) throw error
      onError?.(operation, error)
      throw storeUnavailable(error)
    }
  }
}

/** Returns the 503 problem for an operation of an asset store that failed because of `cause`. */
function storeUnavailable(cause: unknown): Problem {
  return Object.assign(unavailable("Files can't be stored or read at the moment. Try again later."), {
    cause
  })
}
