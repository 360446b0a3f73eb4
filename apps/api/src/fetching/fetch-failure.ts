import { enumeration } from '../lib/enumerations.ts'

/** Why a URL could not be fetched. */
export const fetchReasons = enumeration(
  'FetchReason',
  [
    'INVALID_URL',
    'ADDRESS_NOT_ALLOWED',
    'HOST_NOT_FOUND',
    'CONNECTION_FAILED',
    'TLS_FAILED',
    'TIMEOUT',
    'TOO_MANY_REDIRECTS',
    'NOT_FOUND',
    'ACCESS_DENIED',
    'HOST_ERROR',
    'UNEXPECTED_RESPONSE'
  ],
  'Why an image could not be fetched'
)
export type FetchReason = (typeof fetchReasons)[number]

/**
 * The reason why a fetch failed: a code for the client, and a message for the operator's log only. The message never
 * contains the URL's query. If `retryable` is true, the failure is temporary, and the fetch may be retried.
 */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly reason: FetchReason
  readonly retryable: boolean

  constructor(reason: FetchReason, message: string, { retryable = false }: { retryable?: boolean } = {}) {
    super(message)
    this.reason = reason
    this.retryable = retryable
  }
}

/**
 * The failure of the proxy that the operator has configured. `status` is the status of its answer, or null if there was
 * none. The message is for the operator's log.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** Returns the reason of an HTTP status that isn't 200. */
export function reasonOfStatus(status: number): FetchReason {
  if (status === 404 || status === 410) return 'NOT_FOUND'
  if (status === 401 || status === 403 || status === 407) return 'ACCESS_DENIED'
  return status >= 500 || status === 429 ? 'HOST_ERROR' : 'UNEXPECTED_RESPONSE'
}

/** The beginnings of the codes of errors of TLS and certificates. */
const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|EPROTO)/

/** Returns the reason of an error of a connection by its code. */
export function reasonOfError(code: unknown): FetchReason {
  const text = String(code)
  if (tlsCodes.test(text)) return 'TLS_FAILED'
  return /TIMEOUT|ETIMEDOUT|ABORT/.test(text) ? 'TIMEOUT' : 'CONNECTION_FAILED'
}
