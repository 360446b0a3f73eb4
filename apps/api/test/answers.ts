import type { Answer } from '../src/cli/load-catalog/service.ts'

/** Builds a response in the form in which `load-catalog` reads it. */
export function answerOf(
  status: number,
  body: object,
  { text = JSON.stringify(body), isOld = false } = {}
): Answer {
  return { status, body: { ...body }, text, retryAfter: null, isOld }
}
