import type { ModerationEntry } from '@purveyor/client'
import { decisionTexts } from '../../../texts/decision.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { imagesOf, variantsOf } from '../entry.ts'
import type { Target } from './draft.ts'
import { variantFields } from './request.ts'
import { reasonFields } from './templates.ts'

const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' })

/** Returns the plain names of fields as a list, such as `Name and Images`. */
export function fieldNames(fields: string[]): string {
  return list.format(fields.map(fieldName))
}

/** Returns what a reason is about, such as `Name` or `Image 2`. */
export function targetLabel(entry: ModerationEntry, target: Target): string {
  const { field, imageId, variantId, variantField } = target
  if (field === null)
    return entry.kind === 'REVISION' ? decisionTexts.wholeRevision : decisionTexts.wholeProduct
  if (imageId !== undefined) {
    const index = imagesOf(entry).findIndex(({ id }) => id === imageId)
    return index < 0 ? fieldName(field) : decisionTexts.image(index + 1)
  }
  const variant = variantsOf(entry).find(({ id }) => id === variantId)
  if (!variant) return fieldName(field)
  const label = decisionTexts.variant(variant.name || variant.sku || '')
  return variantField ? `${label}: ${fieldName(variantField)}` : label
}

/** The targets of reasons as options of a selection. */
type TargetChoices = {
  options: { value: string; label: string }[]
  targets: Map<string, Target>
  choiceOf(target: Target): string
}

/** Returns what a reason on an entry can be about: everything, a field, an image, or a variant and its fields. */
export function targetChoices(entry: ModerationEntry): TargetChoices {
  const targets: Target[] = [
    { field: null },
    ...reasonFields(entry).flatMap((field) => targetsOf(entry, field))
  ]
  return {
    options: targets.map((target) => ({ value: choiceOf(target), label: targetLabel(entry, target) })),
    targets: new Map(targets.map((target) => [choiceOf(target), target])),
    choiceOf
  }
}

function targetsOf(entry: ModerationEntry, field: string): Target[] {
  if (field === 'images') return [{ field }, ...imagesOf(entry).map(({ id }) => ({ field, imageId: id }))]
  if (field !== 'variants') return [{ field }]
  const ofVariant = (variantId: string): Target[] => [
    { field, variantId },
    ...variantFields.map((variantField) => ({ field, variantId, variantField }))
  ]
  return [{ field }, ...variantsOf(entry).flatMap(({ id }) => ofVariant(id))]
}

function choiceOf({ field, imageId = '', variantId = '', variantField = '' }: Target): string {
  return [field ?? '', imageId, variantId, variantField].join(' ')
}
