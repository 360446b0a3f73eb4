import { isUtf8 } from 'node:buffer'
import { type JsonFault, JsonFaults } from './faults.ts'
import { Scanner } from './scanner.ts'

export type ParsedJson = { ok: true; value: unknown } | { ok: false; faults: JsonFault[] }

const MAX_FAULTS = 100
export const BYTE_ORDER_MARK = 'is not valid JSON: it begins with a byte order mark'

/**
 * Reads a request's body strictly: what is accepted means the same to every reader and can be stored and answered
 * unchanged. Refused are, each fault at its JSON Pointer and at most `maxFaults` of them: `INVALID_UTF8`;
 * `INVALID_JSON` (a byte order mark and an empty body too); `TOO_DEEP` past 32 levels; `NUL_CHARACTER` and
 * `LONE_SURROGATE` in a string or a name; `FORBIDDEN_KEY` for `__proto__`, and for `constructor` holding a
 * `prototype`; `DUPLICATE_KEY`; `NUMBER_PRECISION` for a number that a double would change; `TOO_MANY_VALUES`,
 * `TOO_MANY_NAMES` and `TOO_MANY_ESCAPES` for a text that would take too long to parse.
 */
export function parseJsonBody(raw: Buffer, maxFaults = MAX_FAULTS): ParsedJson {
  return parsed(checkJsonBody(raw, maxFaults))
}

/** The same for text. */
export function parseJsonText(text: string): ParsedJson {
  return parsed(checkJsonText(text, MAX_FAULTS))
}

/** The same without parsing: the body's text, which `JSON.parse` accepts if it has no faults. */
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
