import type { JsonValue, Tx } from '../../../db/connect.ts'
import {
  type EditedProduct,
  type FieldChange,
  listFieldChanges
} from '../../products/write/plan/field-changes.ts'
import { flatChanges } from './flat-changes.ts'

/** What an item of a dry run would change, as it is stored with its result. `listed` are the first changes. */
export type ItemChanges = { count: number; listed: ListedChange[] }

type ListedChange = {
  field: string
  variant_sku: string | null
  old: JsonValue
  new: JsonValue
  needs_approval: boolean
  is_shortened: boolean
}

/** The maximum number of changes that are listed for an item. */
export const maxListed = 100
/** The maximum number of characters of a value. */
export const maxLength = 1_000
/** The number of characters that a shortened value has before the first difference. */
const lengthBefore = 100
/** The number of products whose stored values are read at the same time. A description can have 64 KiB. */
const productsAtOnce = 200

/** The planned change that an item makes. `body` is undefined for a flat item. */
type PlannedItem = EditedProduct & { indexInChunk: number; body: object | undefined }

/** Returns what the items of a dry run would change, by their indexes. */
export async function listItemChanges(
  tx: Tx,
  vendorId: string,
  changes: PlannedItem[]
): Promise<Map<number, ItemChanges>> {
  const byIndex = new Map<number, ItemChanges>()
  for (let start = 0; start < changes.length; start += productsAtOnce) {
    const slice = changes.slice(start, start + productsAtOnce)
    const listed = await listFieldChanges(tx, vendorId, slice)
    for (const [n, { indexInChunk, body }] of slice.entries()) {
      const all = body ? (listed[n] ?? []) : flatChanges(listed[n] ?? [])
      byIndex.set(indexInChunk, { count: all.length, listed: all.slice(0, maxListed).map(listedChange) })
    }
  }
  return byIndex
}

function listedChange({
  field,
  variantSku,
  variantId: _,
  needsApproval,
  ...values
}: FieldChange): ListedChange {
  const { isShortened, ...shown } = shortened(values)
  return {
    field,
    variant_sku: variantSku,
    ...shown,
    needs_approval: needsApproval,
    is_shortened: isShortened
  }
}

type Pair = { old: JsonValue; new: JsonValue }

/**
 * Shortens two values if either has more than `maxLength` characters as text or JSON: both become strings, with the part
 * of the text around the first difference. Null stays null.
 */
export function shortened(pair: Pair): Pair & { isShortened: boolean } {
  const [old, value] = [textOf(pair.old), textOf(pair.new)]
  if (old.length <= maxLength && value.length <= maxLength) return { ...pair, isShortened: false }
  const start = Math.max(0, commonStart(old, value) - lengthBefore)
  return {
    old: pair.old === null ? null : excerpt(old, start),
    new: pair.new === null ? null : excerpt(value, start),
    isShortened: true
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function excerpt(text: string, start: number): string {
  const from = Math.min(start, Math.max(0, text.length - maxLength))
  const [begin, end] = [from > 0 ? '…' : '', text.length - from > maxLength ? '…' : '']
  return `${begin}${text.slice(from + begin.length, from + maxLength - end.length)}${end}`.toWellFormed()
}
