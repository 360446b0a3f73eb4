import type { ModerationEntry } from '@purveyor/client'
import type { Target } from './draft.ts'
import { targetLabel } from './labels.ts'
import { imagesOf, variantFields, variantsOf } from './targets.ts'
import { reasonFields } from './templates.ts'

/** The targets of reasons as options of a selection. */
export type TargetChoices = {
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
