import type { Answer } from '../src/cli/load-catalog/service.ts'

/** An answer as `load-catalog` reads it. */
export function answerOf(
  status: number,
  body: object,
  { text = JSON.stringify(body), isOld = false } = {}
): Answer {
  return { status, body: { ...body }, text, retryAfter: null, isOld }
}
