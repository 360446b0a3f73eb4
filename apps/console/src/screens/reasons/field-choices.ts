import type { ReasonTemplateField } from '@purveyor/client'
import { reasonTemplateFields } from '@purveyor/client/fields'

/** Fields that have two names: that of the entries of the queue, and that of the history. */
const twoNames: readonly ReasonTemplateField[][] = [
  ['categories', 'categoryIds'],
  ['collections', 'collectionIds'],
  ['tags', 'tagIds'],
  ['facetValues', 'facetValueIds']
]

/** The most common choices first. */
const orderedChoices: readonly ReasonTemplateField[][] = [
  ...single('name', 'shortDescription', 'description', 'images', 'variants'),
  ...twoNames,
  ...single('documents', 'videos', 'keyFeatures', 'brand', 'manufacturer', 'countryOfOrigin', 'warranty'),
  ...single('vendorPrice', 'listPrice', 'sku', 'upc', 'partNumber', 'unitOfMeasure', 'weight', 'attributes'),
  ...single('stockOnHand', 'isActive', 'leadTime', 'unspc', 'commodityCode', 'eccn', 'freeShipping'),
  ...single('abilityOne', 'madeInUsa', 'greenProduct', 'accountCode', 'programCode', 'resourceCode'),
  ...single('slug', 'pageTitle', 'pageDescription', 'metadata')
]

const ordered = new Set(orderedChoices.flat())

/** What can be chosen: a field, or the two names of one. */
export const fieldChoices: readonly ReasonTemplateField[][] = [
  ...orderedChoices,
  ...single(...reasonTemplateFields.filter((field) => !ordered.has(field)))
]

function single(...fields: ReasonTemplateField[]): ReasonTemplateField[][] {
  return fields.map((field) => [field])
}

/** Returns the first name of each choice that some fields are part of. */
export function chosenOf(fields: readonly ReasonTemplateField[]): string[] {
  const chosen = fieldChoices.filter((names) => names.some((name) => fields.includes(name)))
  return chosen.map(([first]) => first ?? '')
}

/** Returns the fields of the choices. A choice that was made before keeps the names that it had. */
export function fieldsOf(
  chosen: readonly string[],
  before: readonly ReasonTemplateField[]
): ReasonTemplateField[] {
  return chosen.flatMap((choice) => {
    const names = namesOf(choice)
    const kept = names.filter((name) => before.includes(name))
    return kept.length > 0 ? kept : names
  })
}

/** Returns the names of the fields of a choice. */
export function namesOf(choice: string): ReasonTemplateField[] {
  return fieldChoices.find(([first]) => first === choice) ?? []
}
