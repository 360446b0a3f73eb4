import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../db/races.ts'
import { type ErrorCode, type Fault, Problem, unavailable } from '../errors.ts'
import { unknownPath } from './server/methods.ts'

/**
 * The maximum number of faults in `errors`. `errorCount` also counts the faults that aren't listed. If a
 * problem has a `faultCount`, its list of faults is already limited and isn't shortened again.
 */
export const maxListedFaults = 100

/**
 * Returns the JSON text of a problem (RFC 9457). If the problem has faults, the text contains `errors`,
 * `errorCount` and `errorCountIsExact`. The members that only some problems have come last.
 */
export function problemText(problem: Problem, requestId: string): string {
  const { faults, faultCount } = problem
  return JSON.stringify({
    type: `urn:purveyor:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    detail: detailOf(problem),
    code: problem.code,
    docUrl: docUrlOf(problem.code),
    requestId,
    ...(faults.length > 0 && {
      errors: faultCount === undefined ? faults.slice(0, maxListedFaults) : faults,
      errorCount: faultCount ?? faults.length,
      errorCountIsExact: problem.faultCountIsExact
    }),
    ...problem.members
  })
}

/**
 * Returns the URL of the explanation of a code. It is relative to the URL of the request, because the service
 * doesn't always know the address at which clients reach it.
 */
function docUrlOf(code: ErrorCode): string {
  return `/docs/errors#${code.toLowerCase()}`
}

/**
 * Returns the text that explains a problem: its `detail`. Without one, the text describes the first fault or,
 * without faults, repeats the title.
 */
export function detailOf(problem: Problem): string {
  return problem.detail ?? describeFaults(problem) ?? `${problem.title}.`
}

function describeFaults(problem: Problem): string | undefined {
  const { faults, faultCount = faults.length, faultCountIsExact } = problem
  const [first] = faults
  if (!first) return undefined
  const count = faultCountIsExact ? `${faultCount - 1}` : `at least ${faultCount - 1}`
  const more = faultCount > 1 ? ` (and ${count} more)` : ''
  return `${subjectOf(first)} ${first.message}${more}.`
}

/** Returns the text that the message of a fault continues. The pointer or the name can be empty. */
function subjectOf(fault: Fault): string {
  if ('pointer' in fault) return fault.pointer === '' ? 'The body' : `${fault.pointer}:`
  return fault.parameter === '' ? 'The parameter with the empty name' : `${fault.parameter}:`
}

/** Sends the problem with its status and its headers, such as `Retry-After`. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(problemText(problem, request.id))
}

/**
 * Sends another response instead of a problem with this status, and returns the reply. Returns undefined if the problem
 * is to be sent, or throws another one.
 */
export type SendInstead = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number
) => Promise<FastifyReply | undefined>

/** Sends every error of a request as a problem. Unexpected errors become a 500 and are logged. */
export function addProblemHandlers(app: FastifyInstance, sendInstead?: SendInstead): void {
  app.setErrorHandler(async (failure: FastifyError, request, reply) => {
    let error: unknown = failure
    try {
      const instead = await sendInstead?.(request, reply, asProblem(failure).status)
      if (instead) return instead
    } catch (found) {
      error = found
    }
    const problem = asProblem(error)
    if (problem.status === 500) request.log.error({ err: error }, 'unexpected error')
    // A 503 that the service itself throws isn't logged: under overload there are many, with no information.
    else if (problem.status === 503 && error !== problem)
      request.log.warn({ err: error }, 'a request was refused with a 503')
    if (problem.status === 408) reply.header('connection', 'close')
    return sendProblem(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unknownPath()))
}

/**
 * Responds to a path that can't be decoded or is too long to be routed. No hooks run for such a request, so
 * this function itself sets the request id and `X-Content-Type-Options`.
 */
export function sendUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  sendProblem(request, reply, asProblem(error))
}

/**
 * Converts any error, such as an error of Fastify or of the database, to the problem that is sent to the
 * client.
 */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code === 'string') {
    const problem = transportProblem(code) ?? databaseProblem(code)
    if (problem) return problem
  }
  if (statusCode === 413) return new Problem('PAYLOAD_TOO_LARGE')
  if (statusCode === 415) return new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (statusCode === 503) return unavailable('The service is overloaded.')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Problem('BAD_REQUEST')
  return new Problem('INTERNAL_ERROR', { detail: 'The error was logged with the id of this request.' })
}

function transportProblem(code: string): Problem | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('PAYLOAD_TOO_LARGE')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body as application/json.' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('BAD_REQUEST', { detail: "The length of the body doesn't match Content-Length." })
    case 'FST_ERR_BAD_URL':
      return new Problem('NOT_FOUND', { detail: 'The path is not percent-encoded UTF-8.' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return unknownPath()
    default:
      return undefined
  }
}

/**
 * Converts the code of a database error to a problem. SQLSTATE classes 22 and 54 are errors of the client and
 * become a 400. Lost connections, shutdowns, read-only servers, timeouts and full disks are temporary and
 * become a 503. Returns undefined for any other code.
 */
function databaseProblem(code: string): Problem | undefined {
  if (/^(22|54)[0-9A-Z]{3}$/.test(code)) {
    return new Problem('VALIDATION_FAILED', {
      detail: 'A value in the request is out of range or malformed.'
    })
  }
  const isTemporary = isOutage({ code }) || /^(55P03|57014|25P03|40001|40P01)$/.test(code)
  return isTemporary ? unavailable('The database is temporarily unavailable.') : undefined
}
