import type { Problem } from '../errors.ts'
import { unavailable } from '../http/problem.ts'

/** Returns the 503 problem for an operation of an asset store that failed because of `cause`. */
export function storeUnavailable(cause: unknown): Problem {
  return Object.assign(unavailable("Files can't be stored or read at the moment. Try again later."), {
    cause
  })
}
