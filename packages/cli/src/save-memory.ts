import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 collect garbage more often. For commands that read large files: `push` of 100,000 rows then needs 125 MB
 * instead of 170 MB on Node 26, and as much time.
 */
export function saveMemory(): void {
  setFlagsFromString('--optimize-for-size')
}
