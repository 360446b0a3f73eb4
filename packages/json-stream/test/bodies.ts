import { parseJsonBody } from '../src/body.ts'

export function read(text: string, mostFaults?: number) {
  return parseJsonBody(Buffer.from(text), mostFaults)
}

/** `CODE pointer` of each fault. */
export function faultsOf(text: string, mostFaults?: number): string[] {
  const parsed = read(text, mostFaults)
  return parsed.ok ? [] : parsed.faults.map((fault) => `${fault.code} ${fault.pointer}`)
}

/** Lists in each other, so many levels deep. */
export function nested(levels: number, inner = ''): string {
  return '['.repeat(levels) + inner + ']'.repeat(levels)
}
