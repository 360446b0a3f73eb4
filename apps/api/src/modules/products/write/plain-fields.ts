import { isDeepStrictEqual } from 'node:util'
import type { ProductPatch } from '../product-patch.ts'

/** The product's own fields that are not moderated, but for its slug; with their SQL types. */
export const plainTypes = {
  sku: 'text',
  warranty: 'text',
  pageTitle: 'text',
  pageDescription: 'text',
  brand: 'text',
  countryOfOrigin: 'text',
  manufacturer: 'text',
  leadTime: 'integer',
  unspc: 'text',
  commodityCode: 'text',
  eccn: 'text',
  freeShipping: 'boolean',
  abilityOne: 'boolean',
  madeInUsa: 'boolean',
  greenProduct: 'boolean',
  keyFeatures: 'text[]',
  videos: 'jsonb',
  accountCode: 'text',
  programCode: 'text',
  resourceCode: 'text'
} as const

/** Values of those fields, as they are stored. */
export type PlainFields = Partial<Pick<ProductPatch, keyof typeof plainTypes>>

/** What stands for null where a column has none. */
const emptyValues: PlainFields = {
  freeShipping: false,
  abilityOne: false,
  madeInUsa: false,
  greenProduct: false,
  keyFeatures: []
}

/** The plain fields that a body gives, null as the value that an unset field has. */
export function plainFieldsOf(patch: ProductPatch): PlainFields {
  const given = Object.keys(plainTypes).filter(
    (field) => patch[field as keyof PlainFields] !== undefined
  ) as (keyof PlainFields)[]
  const videos = patch.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
  const values = { ...patch, videos: videos ?? null }
  return Object.fromEntries(given.map((field) => [field, values[field] ?? emptyValues[field] ?? null]))
}

/** Those of the given fields whose value is another one than the stored. */
export function changedPlainFields(stored: PlainFields, given: PlainFields): PlainFields {
  const changed = Object.entries(given).filter(
    ([field, value]) => !isDeepStrictEqual(value, stored[field as keyof PlainFields])
  )
  return Object.fromEntries(changed)
}
