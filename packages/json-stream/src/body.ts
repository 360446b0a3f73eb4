import { isUtf8 } from 'node:buffer'
import { type JsonFault, JsonFaults } from './faults.ts'
import { Scanner } from './scanner.ts'

/** The value of a JSON text, or its faults. */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; faults: JsonFault[] }

const MAX_FAULTS = 100
/** The message of the fault of a body that starts with a byte order mark. */
export const BYTE_ORDER_MARK = 'is not valid JSON: it starts with a byte order mark'

/**
 * Parses a request body strictly. All JSON parsers read an accepted body in the same way, and all values in
 * an accepted body can be stored and returned unchanged. For a refused body, returns at most `maxFaults`
 * faults, each with a JSON Pointer and one of these codes:
 * - `INVALID_UTF8`
 * - `INVALID_JSON`, also for an empty body and for a byte order mark
 * - `TOO_DEEP`: more than 32 levels
 * - `NUL_CHARACTER`, `LONE_SURROGATE`: in a string or a member name
 * - `FORBIDDEN_KEY`: `__proto__`, or `constructor` with a member `prototype`
 * - `DUPLICATE_KEY`
 * - `NUMBER_PRECISION`: the number can't be represented exactly as a double
 * - `TOO_MANY_VALUES`, `TOO_MANY_NAMES`, `TOO_MANY_ESCAPES`: the text would take too long to parse
 */
export function parseJsonBody(raw: Buffer, maxFaults = MAX_FAULTS): ParsedJson {
  return parsed(checkJsonBody(raw, maxFaults))
}

/** Does the same as `parseJsonBody` for a string. */
export function parseJsonText(text: string): ParsedJson {
  return parsed(checkJsonText(text, MAX_FAULTS))
}

/**
 * Checks a body as `parseJsonBody` does, but returns the text without parsing it. If there are no faults,
 * `JSON.parse` accepts the text.
 */
export function checkJsonBody(raw: Buffer, maxFaults: number): { text: string; faults: JsonFault[] } {
  if (!isUtf8(raw)) return refused('INVALID_UTF8', 'is not valid UTF-8')
  const text = raw.toString()
  if (text.startsWith('\uFEFF')) return refused('INVALID_JSON', BYTE_ORDER_MARK)
  return checkJsonText(text, maxFaults)
}

function checkJsonText(text: string, maxFaults: number) {
  const faults = new JsonFaults(maxFaults)
  const scanner = new Scanner(faults)
  scanner.feed(text, true)
  while (scanner.read() === 'value');
  return { text, faults: faults.all() }
}

function refused(code: string, message: string) {
  return { text: '', faults: [{ pointer: '', code, message }] }
}

function parsed({ text, faults }: { text: string; faults: JsonFault[] }): ParsedJson {
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
}
