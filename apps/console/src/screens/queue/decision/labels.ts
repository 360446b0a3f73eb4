import type { ModerationEntry } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import type { Target } from './draft.ts'
import { imagesOf, variantsOf } from './targets.ts'

const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' })

/** Returns the plain names of fields as a list, such as `Name and Images`. */
export function fieldNames(fields: string[]): string {
  return list.format(fields.map(fieldName))
}

/** Returns what a reason is about, such as `Name` or `Image 2`. */
export function targetLabel(entry: ModerationEntry, target: Target): string {
  const { field, imageId, variantId, variantField } = target
  if (field === null) return entry.kind === 'REVISION' ? t.decision.wholeRevision : t.decision.wholeProduct
  if (imageId !== undefined) {
    const index = imagesOf(entry).findIndex(({ id }) => id === imageId)
    return index < 0 ? fieldName(field) : t.decision.image(index + 1)
  }
  const variant = variantsOf(entry).find(({ id }) => id === variantId)
  if (!variant) return fieldName(field)
  const label = t.decision.variant(variant.name || variant.sku || '')
  return variantField ? `${label}: ${fieldName(variantField)}` : label
}
