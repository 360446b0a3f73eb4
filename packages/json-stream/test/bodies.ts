import { parseJsonBody } from '../src/body.ts'

export function read(text: string, maxFaults?: number) {
  return parseJsonBody(Buffer.from(text), maxFaults)
}

/** Returns each fault as `CODE pointer`. */
export function faultsOf(text: string, maxFaults?: number): string[] {
  const parsed = read(text, maxFaults)
  return parsed.ok ? [] : parsed.faults.map((fault) => `${fault.code} ${fault.pointer}`)
}

/** Returns arrays nested `levels` deep around `inner`. */
export function nested(levels: number, inner = ''): string {
  return '['.repeat(levels) + inner + ']'.repeat(levels)
}
