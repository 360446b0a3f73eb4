import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'

const mostKeys = 100
const mostLevels = 8
const mostBytes = 16_384

/** The bounds of a variant's free attributes: keys and levels counted over all objects in it, bytes as JSON. */
export function attributeFaults(place: string, attributes: unknown): Fault[] {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return []
  const { keys, levels } = measure(attributes)
  if (levels > mostLevels) return [fault(place, 'TOO_DEEP', `must have at most ${mostLevels} levels`)]
  if (keys > mostKeys) return [fault(place, 'TOO_MANY', `must have at most ${mostKeys} keys`)]
  if (Buffer.byteLength(JSON.stringify(attributes)) > mostBytes) {
    return [fault(place, 'TOO_LONG', 'must have at most 16 KiB')]
  }
  return []
}

/** Bodies are read to 32 levels at most, so this ends soon. */
function measure(value: unknown): { keys: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { keys: 0, levels: 0 }
  const inner = Object.values(value).map(measure)
  return {
    keys: (Array.isArray(value) ? 0 : inner.length) + inner.reduce((sum, { keys }) => sum + keys, 0),
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels))
  }
}
