import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'

const maxKeys = 100
const maxLevels = 8
const maxBytes = 16_384

/** The bounds of a variant's free attributes: keys and levels counted over all objects in it, bytes as JSON. */
export function attributeFaults(place: string, attributes: unknown): Fault[] {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return []
  const { keys, levels } = measure(attributes)
  if (levels > maxLevels) return [fault(place, 'TOO_DEEP', `must have at most ${maxLevels} levels`)]
  if (keys > maxKeys) return [fault(place, 'TOO_MANY', `must have at most ${maxKeys} keys`)]
  if (Buffer.byteLength(JSON.stringify(attributes)) > maxBytes) {
    return [fault(place, 'TOO_LONG', 'must have at most 16 KiB')]
  }
  return []
}

/** Counts no further than one key too many. Bodies have 32 levels at most, so the recursion is bounded. */
function measure(value: unknown): { keys: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { keys: 0, levels: 0 }
  const members = Object.values(value)
  let keys = Array.isArray(value) ? 0 : members.length
  let levels = 0
  for (const member of members) {
    if (keys > maxKeys) break
    const inner = measure(member)
    keys += inner.keys
    levels = Math.max(levels, inner.levels)
  }
  return { keys, levels: levels + 1 }
}
