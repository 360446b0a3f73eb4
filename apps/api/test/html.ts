import assert from 'node:assert/strict'
import { cleanHtml } from '../src/lib/html.ts'

/** Returns the reason why `cleanHtml` refuses a text, or undefined if it accepts it. */
export function htmlFault(text: string): string | undefined {
  const cleaned = cleanHtml(text)
  return 'fault' in cleaned ? cleaned.fault : undefined
}

/** Returns the text cleaned by `cleanHtml`, which must accept it. */
export function sanitized(text: string): string {
  const cleaned = cleanHtml(text)
  return 'html' in cleaned ? cleaned.html : assert.fail(cleaned.fault)
}
