import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { isRecord } from '../../../lib/shape.ts'

const maxKeys = 100
const maxLevels = 8
const maxBytes = 16_384

/**
 * Checks the limits of a variant's attributes without `unspc`: the total number of keys, the nesting depth, and the
 * size as JSON. If `unspc` is a number, replaces it by its text.
 */
export function attributeFaults(pointer: string, sent: unknown): Fault[] {
  if (!isRecord(sent)) return []
  if (typeof sent.unspc === 'number') sent.unspc = String(sent.unspc)
  const { unspc: _, ...attributes } = sent
  const { keys, levels } = measure(attributes)
  if (levels > maxLevels)
    return [fault(pointer, 'TOO_DEEP', `must be nested at most ${maxLevels} levels deep`)]
  if (keys > maxKeys) return [fault(pointer, 'TOO_MANY', `must have at most ${maxKeys} keys in total`)]
  if (Buffer.byteLength(JSON.stringify(attributes)) > maxBytes) {
    return [fault(pointer, 'TOO_LONG', 'must be at most 16 KiB of JSON text')]
  }
  return []
}

/**
 * Counts the keys and the levels of a value. Stops as soon as there are too many keys. The depth of the
 * recursion is limited, because bodies have at most 32 levels.
 */
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
