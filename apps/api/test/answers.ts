import type { Answer } from '../src/cli/load-catalog/service.ts'

/** Builds a response of the service in the form in which the HTTP client of `load-catalog` returns it. */
export function answerOf(
  status: number,
  body: object,
  { text = JSON.stringify(body), isOld = false } = {}
): Answer {
  return { status, body: { ...body }, text, retryAfter: null, isOld }
}
