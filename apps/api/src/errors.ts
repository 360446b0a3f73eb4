/**
 * Every error code of the service with its status and sentence (contract 7). Codes are stable: clients
 * branch on them. What a single field can get wrong has its own codes in `http/faults.ts`.
 */
export const errorTable = {
  VALIDATION_FAILED: [400, 'The request has faults'],
  INVALID_CURSOR: [400, 'The cursor is not one that this list gave out'],
  INVALID_HEADER: [400, 'A header of the request is not valid'],
  BAD_REQUEST: [400, 'The request cannot be read'],
  UNAUTHENTICATED: [401, 'A valid bearer token is needed'],
  BASIC_NOT_ACCEPTED: [401, 'The Basic scheme is not accepted'],
  INVALID_CREDENTIALS: [401, 'Email or password is wrong'],
  INVALID_REFRESH_TOKEN: [401, 'The refresh token is not valid'],
  NO_MEMBERSHIP: [403, 'The account belongs to no vendor'],
  NOT_PLATFORM_USER: [403, 'The account does not belong to the platform'],
  INSUFFICIENT_ROLE: [403, 'The role does not allow this'],
  PEOPLE_ONLY: [403, 'An API token cannot do this'],
  VENDOR_INACTIVE: [403, 'The vendor is not active'],
  NOT_FOUND: [404, 'There is nothing here'],
  METHOD_NOT_ALLOWED: [405, 'The path does not take this method'],
  REQUEST_IN_PROGRESS: [409, 'A request with this Idempotency-Key is still running'],
  INVALID_TRANSITION: [409, 'The current status does not allow this'],
  NO_VARIANT: [409, 'The product has no variant'],
  NO_REVISION: [409, 'The product has no staged edits'],
  IN_USE: [409, 'It is still in use'],
  CATEGORY_CYCLE: [409, 'A category cannot stand below itself'],
  CATEGORY_TOO_DEEP: [409, 'The tree of categories would become too deep'],
  CONFLICT: [409, 'The current state does not allow this'],
  EMAIL_TAKEN: [409, 'The email address is already in use'],
  LAST_OWNER: [409, 'The last owner cannot go'],
  TOO_MANY_API_TOKENS: [409, 'There are too many API tokens'],
  CURRENCY_IN_USE: [409, 'The currency is in use'],
  NOTHING_TO_RETRY: [409, 'No item of the job has failed'],
  INSUFFICIENT_STOCK: [409, 'There is not enough stock'],
  ORDER_NUMBER_TAKEN: [409, 'The order number stands for another order'],
  OVER_SHIPPED: [409, 'More would be shipped than is left to ship'],
  INVITATION_INVALID: [400, 'The invitation is unknown, used or expired'],
  RESET_INVALID: [400, 'The reset token is unknown, used or expired'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  GONE: [410, 'This path is no longer served'],
  PRECONDITION_FAILED: [412, 'The resource has changed'],
  STALE_VERSION: [412, 'The product has changed since the queue showed it'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not supported'],
  RANGE_NOT_SATISFIABLE: [416, 'The file has no byte in this range'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used for another request'],
  HEADERS_TOO_LARGE: [431, 'The path or the headers are too long'],
  RATE_LIMITED: [429, 'Too many requests'],
  TOO_MANY_ATTEMPTS: [429, 'Too many failed sign-ins'],
  TOO_MANY_JOBS: [429, 'Too many import jobs are under way'],
  INTERNAL_ERROR: [500, 'An unexpected error'],
  UNAVAILABLE: [503, 'The service cannot answer at the moment']
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorTable

/** One fault of a request: where it is, a stable code, a sentence for people. */
export type Fault = ({ pointer: string } | { parameter: string }) & { code: string; message: string }

type ProblemOptions = {
  detail?: string
  faults?: Fault[]
  /** How many faults there are where `faults` holds only those to be listed. */
  faultCount?: number
  /** False if the search for faults stopped early, so that there may be more of them. */
  faultCountIsExact?: boolean
  headers?: Record<string, string>
}

/** An answer other than success, thrown anywhere and rendered once (RFC 9457). */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly faults: Fault[]
  readonly faultCount: number | undefined
  readonly faultCountIsExact: boolean
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    const [status, title] = errorTable[code]
    super(options.detail ?? title)
    this.code = code
    this.status = status
    this.title = title
    this.detail = options.detail
    this.faults = options.faults ?? []
    this.faultCount = options.faultCount
    this.faultCountIsExact = options.faultCountIsExact ?? true
    this.headers = options.headers ?? {}
  }
}

/** A 400 that names the faults; `faultCountIsExact` is false if there may be more of them. */
export function invalid(faults: Fault[], faultCountIsExact = true): Problem {
  return new Problem('VALIDATION_FAILED', { faults, faultCountIsExact })
}

/** The same 404 for what does not exist and for what belongs to another vendor. */
export function notFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'No resource with this id exists.' })
}

/** The value, or 404 where there is none. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}
