/**
 * Every error code of the service with its HTTP status and title (contract 7). Codes are stable because
 * clients branch on them. The errors of single fields have codes of their own; see `http/faults.ts`.
 */
export const errorTable = {
  VALIDATION_FAILED: [400, 'The request is not valid'],
  INVALID_CURSOR: [400, 'The cursor is not valid for this list'],
  TOO_MANY_TO_SORT: [400, 'Too many products match to sort them'],
  BAD_REQUEST: [400, 'The request is malformed'],
  UNAUTHENTICATED: [401, 'A valid bearer token is required'],
  BASIC_NOT_ACCEPTED: [401, 'HTTP Basic authentication is not supported'],
  INVALID_CREDENTIALS: [401, 'The email address or the password is wrong'],
  INVALID_REFRESH_TOKEN: [401, 'The refresh token is not valid'],
  NO_MEMBERSHIP: [403, 'The account is not a member of a vendor'],
  NOT_PLATFORM_USER: [403, 'The account is not a platform account'],
  INSUFFICIENT_ROLE: [403, "The role doesn't permit this operation"],
  PEOPLE_ONLY: [403, "API tokens can't be used for this operation"],
  ORIGIN_NOT_ALLOWED: [403, 'Pages of this origin may not send this request'],
  VENDOR_INACTIVE: [403, 'The vendor is not active'],
  NOT_FOUND: [404, 'The resource was not found'],
  METHOD_NOT_ALLOWED: [405, "The path doesn't support this method"],
  REQUEST_IN_PROGRESS: [409, 'A request with this Idempotency-Key is still in progress'],
  INVALID_TRANSITION: [409, "The current status doesn't allow this operation"],
  NO_VARIANT: [409, 'The product must have at least one variant'],
  ATTRIBUTE_ISSUES: [409, 'The attributes of the product have issues'],
  NO_REVISION: [409, 'The product has no staged edits'],
  FIELD_NOT_PENDING: [409, 'A field has no staged edits'],
  CLAIMED: [409, 'Someone else has claimed the entry'],
  NO_CHANGE: [409, 'The product has no changes of watched fields that wait for a decision'],
  IN_USE: [409, 'The resource is still in use'],
  CATEGORY_CYCLE: [409, "A category can't be its own ancestor"],
  CATEGORY_TOO_DEEP: [409, 'The category tree would have too many levels'],
  MERGE_REFUSED: [409, "The two can't be merged"],
  CONFLICT: [409, 'The request conflicts with the current state'],
  EMAIL_TAKEN: [409, 'The email address is already in use'],
  LAST_OWNER: [409, "The last owner can't be removed"],
  TOO_MANY_API_TOKENS: [409, 'The maximum number of API tokens is reached'],
  TOO_MANY_WEBHOOKS: [409, 'The maximum number of webhooks is reached'],
  STOPPED_BY_OPERATOR: [409, 'The operator has stopped the webhook'],
  SECRET_NOT_READABLE: [409, "The secret of the webhook can't be decrypted"],
  TOO_MANY_RULES: [409, 'The maximum number of approval rules is reached'],
  CURRENCY_IN_USE: [409, 'The currency is in use'],
  NOTHING_TO_RETRY: [409, 'The job has no failed items'],
  QUOTE_EXPIRED: [409, 'A quote has expired'],
  INSUFFICIENT_STOCK: [409, 'There is not enough stock'],
  STOCK_CONFLICT: [409, 'The stock on hand is not the expected one'],
  STOCK_OUTDATED: [409, 'The count is older than the last count, shipment or cancelled shipment'],
  ORDER_NUMBER_TAKEN: [409, 'The order number is already used by another order'],
  SET_TOO_LARGE: [409, 'The request has too many lines in total'],
  OVER_SHIPPED: [409, 'A quantity exceeds the quantity left to ship'],
  ALREADY_PAID: [409, 'The statement was already marked as paid'],
  NOTHING_DUE: [409, 'The statement has no amount due'],
  INVITATION_INVALID: [400, "The invitation doesn't exist, was already used or has expired"],
  RESET_INVALID: [400, "The reset token doesn't exist, was already used or has expired"],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  GONE: [410, 'This path is no longer served'],
  CURSOR_EXPIRED: [410, 'The cursor is too old'],
  PRECONDITION_FAILED: [412, 'The resource has changed'],
  STALE_VERSION: [412, 'The product has changed since you read it'],
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type or encoding is not supported'],
  GZIP_NOT_DECLARED: [415, 'The body is compressed with gzip, but no header says so'],
  NDJSON_NOT_DECLARED: [415, 'The body is NDJSON, but its content type says JSON'],
  RANGE_NOT_SATISFIABLE: [416, 'The requested range is outside the file'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was already used for a different request'],
  HEADERS_TOO_LARGE: [431, 'The URL or the headers are too long'],
  RATE_LIMITED: [429, 'Too many requests'],
  TOO_MANY_ATTEMPTS: [429, 'Too many failed sign-in attempts'],
  TOO_MANY_JOBS: [429, 'Too many import jobs are in progress'],
  INTERNAL_ERROR: [500, 'An unexpected error occurred'],
  UNAVAILABLE: [503, 'The service is temporarily unavailable']
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorTable

/**
 * One entry in the `errors` of a problem: the location of the error, a stable code, and a message for people.
 * `cell` is the cell of a workbook, such as "D17". `current` is the stored value that the request conflicts with: the stock on hand as an integer, or a time
 * as ISO 8601 text. `productId` and `variantId` are the product or variant that already has the SKU.
 */
export type Fault = ({ pointer: string } | { parameter: string }) & {
  code: string
  message: string
  cell?: string
  current?: number | string
  productId?: string
  variantId?: string
}

type ProblemOptions = {
  detail?: string
  faults?: Fault[]
  /** The total number of faults, if `faults` contains only the first of them. */
  faultCount?: number
  /** False if validation stopped early, so there may be more faults. */
  faultCountIsExact?: boolean
  headers?: Record<string, string>
  /** Further members of the problem, which the schema of the response must describe. */
  members?: Record<string, unknown>
}

/** An error response (RFC 9457). Throw it anywhere; the error handler renders it. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly faults: Fault[]
  readonly faultCount: number | undefined
  readonly faultCountIsExact: boolean
  readonly headers: Record<string, string>
  readonly members: Record<string, unknown>

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
    this.members = options.members ?? {}
  }
}

/**
 * Returns a 400 that lists the faults. Set `faultCountIsExact` to false if the request may have more faults.
 */
export function invalid(faults: Fault[], faultCountIsExact = true): Problem {
  return new Problem('VALIDATION_FAILED', { faults, faultCountIsExact })
}

/**
 * Returns the 404 for a resource that doesn't exist. The 404 is the same if the resource belongs to another
 * vendor.
 */
export function notFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'No resource with this id or slug exists.' })
}

/** Returns the value, or throws a 404 if it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}

/** Returns a 503 that asks the client to try again after 2 seconds. */
export function unavailable(detail: string): Problem {
  return new Problem('UNAVAILABLE', { detail, headers: { 'retry-after': '2' } })
}
