import { isUtf8 } from 'node:buffer'
import type { JsonFault } from './faults.ts'
import { type JsonPlace, scanJson } from './scanner.ts'

export type ParsedJson = { ok: true; value: unknown } | { ok: false; faults: JsonFault[] }

const MOST_FAULTS = 100
export const BYTE_ORDER_MARK = 'is not valid JSON: it begins with a byte order mark'

/**
 * Reads a request's body strictly: what is accepted means the same to every reader and can be stored and answered
 * unchanged. Refused are, each fault at its JSON Pointer and at most `mostFaults` of them: `INVALID_UTF8`;
 * `INVALID_JSON` (a byte order mark and an empty body too); `TOO_DEEP` past 32 levels; `NUL_CHARACTER` and
 * `LONE_SURROGATE` in a string or a name; `FORBIDDEN_KEY` for `__proto__`, and for `constructor` holding a
 * `prototype`; `DUPLICATE_KEY`; `NUMBER_PRECISION` for a number that a double would change; `TOO_MANY_VALUES`,
 * `TOO_MANY_NAMES` and `TOO_MANY_ESCAPES` for a text that would take too long to parse.
 */
export function parseJsonBody(raw: Buffer, maxFaults = MOST_FAULTS): ParsedJson {
  const { text, faults } = checkJsonBody(raw, maxFaults)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
}

/** The same without parsing: the body's text, which `JSON.parse` accepts if it has no faults. */
export function checkJsonBody(raw: Buffer, maxFaults: number): { text: string; faults: JsonFault[] } {
  if (!isUtf8(raw)) return { text: '', faults: [wholeFault('INVALID_UTF8', 'is not valid UTF-8')] }
  const text = raw.toString()
  if (text.startsWith('\uFEFF')) return { text: '', faults: [wholeFault('INVALID_JSON', BYTE_ORDER_MARK)] }
  return { text, faults: scanJson(text, maxFaults) }
}

/** The same for text that may be a part of a body, cut out at `place`. */
export function parseJsonText(
  text: string,
  { mostFaults = MOST_FAULTS, place }: { mostFaults?: number; place?: JsonPlace } = {}
): ParsedJson {
  const faults = scanJson(text, mostFaults, place)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
}

function wholeFault(code: string, message: string): JsonFault {
  return { pointer: '', code, message }
}
