import { enumeration } from '../lib/enumerations.ts'
import { FetchFailure, ProxyFailure, reasonOfError } from './fetch-failure.ts'

/** Why a request to a webhook failed. */
export const postFailures = enumeration(
  'WebhookFailure',
  [
    'REDIRECT',
    'ACCESS_DENIED',
    'NOT_FOUND',
    'GONE',
    'REFUSED',
    'RECEIVER_ERROR',
    'INVALID_REQUEST',
    'ADDRESS_NOT_ALLOWED',
    'HOST_NOT_FOUND',
    'CONNECTION_FAILED',
    'TLS_FAILED',
    'PROXY_FAILED',
    'TIMEOUT',
    'INVALID_RESPONSE'
  ],
  'Why a request to a webhook failed. `REDIRECT`, `ACCESS_DENIED` (401, 403), `NOT_FOUND` (404), `GONE` (410), ' +
    '`RECEIVER_ERROR` (408, 429, 5xx) and `REFUSED` (any other 4xx) are about the status of the response. With ' +
    '`PROXY_FAILED`, the proxy of the marketplace could not connect. With `INVALID_RESPONSE`, the response was not HTTP'
)
export type PostFailure = (typeof postFailures)[number]

/** The result of a request: `OK` for a 2xx, `ABORTED` if the caller has aborted it, or why it failed. */
export type PostReason = 'OK' | 'ABORTED' | PostFailure

/** Returns the reason of an HTTP status (contract 6.2). */
export function reasonOfAnswer(status: number): 'OK' | PostFailure {
  if (status < 200 || status > 599) return 'INVALID_RESPONSE'
  if (status < 300) return 'OK'
  if (status < 400) return 'REDIRECT'
  if (status === 401 || status === 403) return 'ACCESS_DENIED'
  if (status === 404) return 'NOT_FOUND'
  if (status === 410) return 'GONE'
  return status === 408 || status === 429 || status >= 500 ? 'RECEIVER_ERROR' : 'REFUSED'
}

/** Reasons that fetches have too. */
const sharedReasons = [
  'ADDRESS_NOT_ALLOWED',
  'HOST_NOT_FOUND',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'TIMEOUT'
] as const

/** Returns why a request without a response failed, and a text for the operator's log without parts of the URL. */
export function explainError(error: unknown): { reason: PostFailure; detail: string } {
  if (error instanceof ProxyFailure) return { reason: 'PROXY_FAILED', detail: error.message }
  if (error instanceof FetchFailure) {
    const reason = sharedReasons.find((shared) => shared === error.reason) ?? 'INVALID_REQUEST'
    return { reason, detail: error.message }
  }
  // Messages can contain parts of the URL, codes can't.
  const { code, name } = error as { code?: unknown; name?: unknown }
  const detail = String(code ?? name)
  if (/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)/.test(detail))
    return { reason: 'INVALID_RESPONSE', detail }
  if (/^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(detail)) return { reason: 'INVALID_REQUEST', detail }
  const shared = reasonOfError(detail)
  return { reason: sharedReasons.find((one) => one === shared) ?? 'CONNECTION_FAILED', detail }
}
