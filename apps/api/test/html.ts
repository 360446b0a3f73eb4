import assert from 'node:assert/strict'
import { cleanHtml } from '../src/lib/html.ts'

/** Why `cleanHtml` refuses a text; undefined where it takes it. */
export function htmlFault(text: string): string | undefined {
  const cleaned = cleanHtml(text)
  return 'fault' in cleaned ? cleaned.fault : undefined
}

/** The text as `cleanHtml` leaves it, which must take it. */
export function sanitized(text: string): string {
  const cleaned = cleanHtml(text)
  return 'html' in cleaned ? cleaned.html : assert.fail(cleaned.fault)
}
