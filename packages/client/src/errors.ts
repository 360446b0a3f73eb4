import type { Fault, Problem, ProblemCode, VendorQuote } from './generated/schemas.ts'

/** The request that an error belongs to. */
export interface FailedRequest {
  method: string
  path: string
}

/** The base of all errors that the client throws. */
export class PurveyorError extends Error {
  override name = 'PurveyorError'
  /** True if the same call can be made again later, without effects that happen twice. */
  readonly isRetryable: boolean = false
}

/** The connection ended before the response did. Calls that may have had an effect aren't retryable. */
export class ConnectionLost extends PurveyorError {
  override name = 'ConnectionLost'
  readonly method: string
  readonly path: string
  override readonly isRetryable: boolean

  constructor(
    message: string,
    { method, path, isRetryable, cause }: FailedRequest & { isRetryable: boolean; cause?: unknown }
  ) {
    super(message, { cause })
    this.method = method
    this.path = path
    this.isRetryable = isRetryable
  }
}

/** Nothing was sent or received for `timeoutMs`. */
export class TimedOut extends ConnectionLost {
  override name = 'TimedOut'
}

/** The body of an error response. A response that isn't from the service has no `docUrl`. */
export type ReceivedProblem = Omit<Problem, 'docUrl'> & { docUrl?: string; quotes?: VendorQuote[] }

/** A response with the status 400 or more. */
export class ProblemError extends PurveyorError {
  override name = 'ProblemError'
  /** A URN of the code; about:blank if a proxy or another server sent the response. */
  readonly type: string
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  /** The cause of the error, and how to fix it. */
  readonly detail: string
  /** The errors of single fields and parameters. At most the first 100, or the first 1,000 of bulk operations. */
  readonly faults: Fault[]
  /** The number of errors that were found, which can be more than `faults` has. */
  readonly faultCount: number
  /** The page that explains the code; undefined if a proxy or another server sent the response. */
  readonly docUrl: string | undefined
  /** The id of the request in the log of the service. */
  readonly requestId: string
  /** The seconds to wait before the next request, if the response says so. */
  readonly retryAfter: number | undefined
  override readonly isRetryable: boolean
  readonly method: string
  readonly path: string

  constructor(
    problem: ReceivedProblem,
    request: FailedRequest & { retryAfter?: number | undefined; isRepeatable?: boolean }
  ) {
    super(`${problem.detail} (${problem.code})`)
    this.type = problem.type
    this.status = problem.status
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.faults = problem.errors ?? []
    this.faultCount = problem.errorCount ?? this.faults.length
    this.docUrl = problem.docUrl
    this.requestId = problem.requestId
    this.retryAfter = request.retryAfter
    this.isRetryable =
      request.isRepeatable === true ||
      [429, 503].includes(problem.status) ||
      problem.code === 'REQUEST_IN_PROGRESS'
    this.method = request.method
    this.path = request.path
  }
}

/** 400: the request isn't valid. `faults` lists what is wrong with single fields. */
export class BadRequest extends ProblemError {
  override name = 'BadRequest'
}

/** 401: the request has no token, or its token is wrong, revoked or expired. */
export class Unauthenticated extends ProblemError {
  override name = 'Unauthenticated'
}

/** 403: the role of the account doesn't permit the operation. */
export class Forbidden extends ProblemError {
  override name = 'Forbidden'
}

/** 404: there is no such resource, or it belongs to another vendor. */
export class NotFound extends ProblemError {
  override name = 'NotFound'
}

/** 405: the path exists, but not with this method. */
export class MethodNotAllowed extends ProblemError {
  override name = 'MethodNotAllowed'
}

/** 408: the request didn't arrive completely in time. */
export class RequestTimeout extends ProblemError {
  override name = 'RequestTimeout'
}

/** 409: the current state of the resource doesn't allow the operation. `code` says why. */
export class Conflict extends ProblemError {
  override name = 'Conflict'
  /** For QUOTE_EXPIRED: a new quote for each vendor whose quote has expired. Otherwise empty. */
  readonly quotes: VendorQuote[]

  constructor(...[problem, request]: ConstructorParameters<typeof ProblemError>) {
    super(problem, request)
    this.quotes = problem.quotes ?? []
  }
}

/** 410: the path, or what the cursor refers to, no longer exists. */
export class Gone extends ProblemError {
  override name = 'Gone'
}

/** The resource has changed since it was read. */
export class PreconditionFailed extends ProblemError {
  override name = 'PreconditionFailed'
  /** The object whose ETag was sent; undefined if an ETag was sent as text. */
  readonly sent: unknown
  /** The resource as it is now; undefined if it can't be read. */
  readonly current: unknown
}

/** 413: the body is larger than the endpoint accepts. */
export class PayloadTooLarge extends ProblemError {
  override name = 'PayloadTooLarge'
}

/** 415: the endpoint doesn't accept the type or the encoding of the body. */
export class UnsupportedMediaType extends ProblemError {
  override name = 'UnsupportedMediaType'
}

/** 416: the requested range is outside the file. */
export class RangeNotSatisfiable extends ProblemError {
  override name = 'RangeNotSatisfiable'
}

/** 422: the `Idempotency-Key` was already used for another request. */
export class Unprocessable extends ProblemError {
  override name = 'Unprocessable'
}

/** 429: a limit was reached. `retryAfter` says how long to wait. */
export class TooManyRequests extends ProblemError {
  override name = 'TooManyRequests'
}

/** 431: the URL and the headers are too long. */
export class HeadersTooLarge extends ProblemError {
  override name = 'HeadersTooLarge'
}

/** An unexpected error of the service: a status from 500. */
export class ServerError extends ProblemError {
  override name = 'ServerError'
}

/** The service is overloaded, restarting, or can't reach its database. */
export class Unavailable extends ServerError {
  override name = 'Unavailable'
}
