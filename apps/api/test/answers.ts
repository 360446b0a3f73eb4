import type { Answer } from '../src/cli/load-catalog/service.ts'

/** Builds a response as `load-catalog` gets it from its client. */
export function answerOf(
  status: number,
  body: object,
  { text = JSON.stringify(body), isOld = false } = {}
): Answer {
  return { status, body: { ...body }, text, retryAfter: null, isOld }
}
