import type { ModerationChange, ModerationEntry } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'

/** How the values of a field are compared and shown. */
export type FieldForm =
  | 'text'
  | 'html'
  | 'images'
  | 'strings'
  | 'videos'
  | 'documents'
  | 'terms'
  | 'variants'
  | 'price'
  | 'attributes'
  | 'json'
  | 'value'

const forms: Record<string, FieldForm> = {
  name: 'text',
  shortDescription: 'text',
  description: 'html',
  images: 'images',
  keyFeatures: 'strings',
  videos: 'videos',
  documents: 'documents',
  categories: 'terms',
  collections: 'terms',
  tags: 'terms',
  facetValues: 'terms',
  categoryIds: 'terms',
  collectionIds: 'terms',
  tagIds: 'terms',
  facetValueIds: 'terms',
  variants: 'variants',
  vendorPrice: 'price',
  listPrice: 'price',
  attributes: 'attributes',
  metadata: 'json',
  warranty: 'text',
  brand: 'text',
  manufacturer: 'text',
  pageTitle: 'text',
  pageDescription: 'text',
  sku: 'text',
  slug: 'text'
}

/** Returns how the values of a field are shown. Other moderated fields are texts, and all others plain values. */
export function formOf(field: string): FieldForm {
  const isText = moderatedFields.some((name) => name === field)
  return (Object.hasOwn(forms, field) && forms[field]) || (isText ? 'text' : 'value')
}

/** The groups in which the fields of a new product are shown, and the order of all fields. */
const groups = {
  texts: ['name', 'shortDescription', 'description', 'keyFeatures', 'attributes'],
  media: ['images', 'videos', 'documents'],
  variants: ['variants', 'vendorPrice', 'listPrice'],
  terms: [
    'categories',
    'categoryIds',
    'collections',
    'collectionIds',
    'tags',
    'tagIds',
    'facetValues',
    'facetValueIds'
  ],
  details: [
    'sku',
    'brand',
    'manufacturer',
    'countryOfOrigin',
    'leadTime',
    'warranty',
    'unspc',
    'commodityCode',
    'eccn',
    'freeShipping',
    'abilityOne',
    'madeInUsa',
    'greenProduct',
    'accountCode',
    'programCode',
    'resourceCode',
    'metadata'
  ],
  search: ['slug', 'pageTitle', 'pageDescription']
}

export type FieldGroup = keyof typeof groups

/** The fields of new products that are shown even if they have no value, because a reviewer must know that. */
const importantFields = ['description', 'images', 'variants', 'categories']

/** A field with its changes: one, or, for prices, one for each variant. `changes` is empty if it has no value. */
export type ChangedField = { field: string; changes: ModerationChange[] }

/** New products without attributes have an empty map of them. */
function hasContent({ kind }: ModerationEntry) {
  return ({ field, proposed }: ModerationChange) =>
    kind !== 'PRODUCT' || field !== 'attributes' || Object.keys(proposed ?? {}).length > 0
}

/** Returns the fields of an entry by group, in the order in which they are shown. Groups without fields are left out. */
export function groupedFields(entry: ModerationEntry): { group: FieldGroup; fields: ChangedField[] }[] {
  const changes = Map.groupBy(entry.changes.filter(hasContent(entry)), ({ field }) => field)
  const expected = entry.kind === 'PRODUCT' ? importantFields : []
  const names = [...new Set([...changes.keys(), ...expected])]
  const known = Object.entries(groups) as [FieldGroup, string[]][]
  const groupOf = (name: string) => known.find(([, members]) => members.includes(name))?.[0] ?? 'details'
  const order = (name: string) => {
    const index = groups[groupOf(name)].indexOf(name)
    return index < 0 ? Number.MAX_SAFE_INTEGER : index
  }
  return known
    .map(([group]) => ({
      group,
      fields: names
        .filter((name) => groupOf(name) === group)
        .sort((one, other) => order(one) - order(other))
        .map((field) => ({ field, changes: changes.get(field) ?? [] }))
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Returns the share by which a price rose, such as 0.25, or fell. Undefined if one is missing, or the old one is 0. */
export function priceChange(before: unknown, after: unknown): number | undefined {
  if (typeof before !== 'string' || typeof after !== 'string' || Number(before) === 0) return undefined
  return Number(after) / Number(before) - 1
}
