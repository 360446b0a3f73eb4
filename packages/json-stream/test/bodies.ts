import { parseJsonBody } from '../src/body.ts'

export function read(text: string, maxFaults?: number) {
  return parseJsonBody(Buffer.from(text), maxFaults)
}

/** `CODE pointer` of each fault. */
export function faultsOf(text: string, maxFaults?: number): string[] {
  const parsed = read(text, maxFaults)
  return parsed.ok ? [] : parsed.faults.map((fault) => `${fault.code} ${fault.pointer}`)
}

/** Lists in each other, so many levels deep. */
export function nested(levels: number, inner = ''): string {
  return '['.repeat(levels) + inner + ']'.repeat(levels)
}
