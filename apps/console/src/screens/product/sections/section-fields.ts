import { flags, type TextField, textFields } from '../form/product-form.ts'

/** The fields of the section "Origin". */
export const originTexts = ['manufacturer', 'countryOfOrigin', 'warranty'] as const
export const originFlags = ['madeInUsa', 'greenProduct', 'abilityOne'] as const

/**
 * The fields of each section of the form that are texts or flags. The components of the sections `basics`, `shipping` and
 * `search` show each of their fields by name.
 */
export const sectionFields = {
  basics: ['name', 'sku', 'brand', 'shortDescription', 'description'],
  shipping: ['freeShipping'],
  origin: [...originTexts, ...originFlags],
  codes: ['unspc', 'commodityCode', 'eccn', 'accountCode', 'programCode', 'resourceCode'],
  search: ['slug', 'pageTitle', 'pageDescription']
} as const

const placed = new Set<string>(Object.values(sectionFields).flat())

/** The fields that no section has: those that the service has had only since a later release than the sections. */
export const otherTexts: readonly TextField[] = textFields.filter((name) => !placed.has(name))
export const otherFlags = flags.filter((name) => !placed.has(name))
