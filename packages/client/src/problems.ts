import {
  BadRequest,
  Conflict,
  type FailedRequest,
  Forbidden,
  Gone,
  HeadersTooLarge,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  PreconditionFailed,
  ProblemError,
  RangeNotSatisfiable,
  type ReceivedProblem,
  RequestTimeout,
  ServerError,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  Unprocessable,
  UnsupportedMediaType
} from './errors.ts'
import type { ProblemCode } from './generated/schemas.ts'

const classes: Record<number, typeof ProblemError> = {
  400: BadRequest,
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  405: MethodNotAllowed,
  408: RequestTimeout,
  409: Conflict,
  410: Gone,
  412: PreconditionFailed,
  413: PayloadTooLarge,
  415: UnsupportedMediaType,
  416: RangeNotSatisfiable,
  422: Unprocessable,
  429: TooManyRequests,
  431: HeadersTooLarge,
  503: Unavailable
}

/** Returns the error for a response with the status 400 or more, of which `text` is the body. */
export function problemError(
  request: FailedRequest & { isSafe: boolean },
  response: Response,
  text: string
): ProblemError {
  const problem = parseProblem(text, response.url) ?? foreignProblem(response)
  const wait = response.headers.get('retry-after')
  const retryAfter = wait === null ? undefined : secondsUntil(wait)
  const Class = classes[response.status] ?? (response.status >= 500 ? ServerError : ProblemError)
  const isRepeatable = request.isSafe && isLostBehindProxy(problem)
  return new Class(problem, { ...request, retryAfter, isRepeatable })
}

/** True for an error that a proxy or another server sent, not Purveyor. */
export function isForeign({ type }: { type: string }): boolean {
  return type === foreignType
}

/** True if a proxy has lost its connection to the service. The request may have had its effect. */
export function isLostBehindProxy(problem: { type: string; status: number }): boolean {
  return isForeign(problem) && [502, 504].includes(problem.status)
}

const foreignType = 'about:blank'

/** Reads a problem of the service. `url` is the URL of the response, which `docUrl` is relative to. */
function parseProblem(text: string, url: string): ReceivedProblem | undefined {
  try {
    const problem = JSON.parse(text) as ReceivedProblem
    if (!problem.type.startsWith('urn:purveyor:problem:')) return undefined
    const { docUrl } = problem
    return docUrl !== undefined && url !== '' ? { ...problem, docUrl: new URL(docUrl, url).href } : problem
  } catch {
    return undefined
  }
}

/** The problem for a response that a proxy or another server sent. */
function foreignProblem({ status, statusText, headers }: Response): ReceivedProblem {
  const codes: Record<number, ProblemCode> = { 404: 'NOT_FOUND', 429: 'RATE_LIMITED', 503: 'UNAVAILABLE' }
  return {
    type: foreignType,
    title: statusText,
    status,
    code: codes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR'),
    detail: `The response has the status ${status} and isn't from Purveyor. Check the url of the client.`,
    requestId: headers.get('x-request-id') ?? ''
  }
}

/** Returns the seconds that a Retry-After header names, as a number or as a date. */
function secondsUntil(value: string): number | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
