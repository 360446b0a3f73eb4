import assert from 'node:assert/strict'
import { cleanHtml } from '../src/lib/html.ts'

/** Returns the reason why `cleanHtml` refuses a text, or undefined if `cleanHtml` accepts the text. */
export function htmlFault(text: string): string | undefined {
  const cleaned = cleanHtml(text)
  return 'fault' in cleaned ? cleaned.fault : undefined
}

/** Cleans a text with `cleanHtml` and returns the result. Fails if `cleanHtml` refuses the text. */
export function sanitized(text: string): string {
  const cleaned = cleanHtml(text)
  return 'html' in cleaned ? cleaned.html : assert.fail(cleaned.fault)
}
