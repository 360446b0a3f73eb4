import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { unknownPath } from './methods.ts'

/** At most so many faults are listed, unless a problem has cut them itself; `errorCount` says how many there were. */
export const listedFaults = 100

/** The problem as RFC 9457 text: `errors`, `errorCount` and `errorCountIsExact` only where there are faults. */
export function problemText(problem: Problem, requestId: string): string {
  const { faults, faultCount } = problem
  return JSON.stringify({
    type: `urn:purveyor:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail ?? describeFaults(problem) ?? `${problem.title}.`,
    code: problem.code,
    requestId,
    ...(faults.length > 0 && {
      errors: faultCount === undefined ? faults.slice(0, listedFaults) : faults,
      errorCount: faultCount ?? faults.length,
      errorCountIsExact: problem.faultCountIsExact
    })
  })
}

function describeFaults(problem: Problem): string | undefined {
  const { faults, faultCount = faults.length, faultCountIsExact } = problem
  const [first] = faults
  if (!first) return undefined
  const subject = 'pointer' in first ? first.pointer || 'the body' : first.parameter
  const count = faultCountIsExact ? `${faultCount - 1}` : `at least ${faultCount - 1}`
  const more = faultCount > 1 ? ` (and ${count} more)` : ''
  return `${subject}: ${first.message}${more}.`
}

/** Answers with the problem; `Retry-After` and other headers come from it. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(problemText(problem, request.id))
}

/** Every error of a request becomes a problem; only what nobody foresaw becomes a 500, and that is logged. */
export function addProblemHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error)
    if (problem.status === 500) request.log.error({ err: error }, 'unexpected error')
    // Our own refusals under overload are many at once, and say nothing beyond their status.
    else if (problem.status === 503 && error !== problem) request.log.warn({ err: error }, 'unavailable')
    if (problem.status === 408) reply.header('connection', 'close')
    return sendProblem(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, unknownPath()))
}

/** The answer to a path that cannot be decoded or is too long to be routed: no hook has run for it. */
export function sendUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  sendProblem(request, reply, asProblem(error))
}

/** What the framework, the database or the code threw, as the problem that the client sees. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code === 'string') {
    const known = transportProblem(code) ?? databaseProblem(code)
    if (known) return known
  }
  if (statusCode === 413) return new Problem('PAYLOAD_TOO_LARGE')
  if (statusCode === 415) return new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (statusCode === 503) return unavailable('The service is overloaded.')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Problem('BAD_REQUEST')
  return new Problem('INTERNAL_ERROR', { detail: 'The error was logged under the request id.' })
}

function transportProblem(code: string): Problem | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('PAYLOAD_TOO_LARGE')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body as application/json.' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('BAD_REQUEST', { detail: 'The body is not as long as Content-Length says.' })
    case 'FST_ERR_BAD_URL':
      return new Problem('NOT_FOUND', { detail: 'The path cannot be decoded.' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return unknownPath()
    default:
      return undefined
  }
}

/** SQLSTATE classes 22 and 54 are the client's; connection loss, shutdown, timeouts and full disks pass. */
function databaseProblem(code: string): Problem | undefined {
  if (/^(22|54)[0-9A-Z]{3}$/.test(code)) {
    return new Problem('VALIDATION_FAILED', { detail: 'A value cannot be stored as it was sent.' })
  }
  const passing =
    /^(08|53|57P|55P03|57014|25P03|40001|40P01)|^CONNECT|^CONNECTION_|^ECONN|^EPIPE$|^ETIMEDOUT$/
  return passing.test(code) ? unavailable('The database cannot answer at the moment.') : undefined
}

export function unavailable(detail: string): Problem {
  return new Problem('UNAVAILABLE', { detail, headers: { 'retry-after': '2' } })
}
