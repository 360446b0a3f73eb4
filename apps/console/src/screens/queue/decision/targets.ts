import type { ModerationEntry, ReasonInput } from '@purveyor/client'
import type { Target } from './draft.ts'

/** Fields of variants. An entry of the kind CHANGE names the variant, but not its index in the product. */
const prices = ['vendorPrice', 'listPrice']

/** The fields of a variant that a reason can be about. */
export const variantFields = [
  'name',
  'sku',
  'upc',
  'partNumber',
  'unitOfMeasure',
  'vendorPrice',
  'listPrice',
  'weight'
] as const

/** Returns the proposed images of an entry, in their order. */
export function imagesOf(entry: ModerationEntry): { id: string; alt?: string }[] {
  return listOf(entry, 'images')
}

/** Returns the variants of a new product, in their order. */
export function variantsOf(entry: ModerationEntry): { id: string; name?: string; sku?: string }[] {
  return listOf(entry, 'variants')
}

function listOf(entry: ModerationEntry, name: string): { id: string }[] {
  const value = entry.changes.find(({ field }) => field === name)?.proposed
  return Array.isArray(value) ? value : []
}

/** Returns the pointer and the image of a reason, as the contract has them (4.13, "Reasons"). */
export function pointerOf(
  entry: ModerationEntry,
  { field, imageId, variantId, variantField }: Target
): Pick<ReasonInput, 'pointer' | 'imageId'> {
  if (field === null) return {}
  const pointer = pointerOfField(entry, field)
  if (imageId !== undefined) {
    const index = indexOf(imagesOf(entry), imageId)
    return index === undefined ? { pointer, imageId } : { pointer: `${pointer}/${index}`, imageId }
  }
  const index = variantId === undefined ? undefined : indexOf(variantsOf(entry), variantId)
  if (index === undefined) return { pointer }
  return { pointer: `${pointer}/${index}${variantField ? `/${variantField}` : ''}` }
}

function pointerOfField({ kind }: ModerationEntry, field: string): string {
  if (kind === 'REVISION') return `/pendingRevision/${field}`
  if (kind === 'CHANGE' && prices.includes(field)) return '/variants'
  return `/${field}`
}

function indexOf(list: { id: string }[], id: string): number | undefined {
  const index = list.findIndex((one) => one.id === id)
  return index < 0 ? undefined : index
}
