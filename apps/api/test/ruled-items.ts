import type { PreparedItem } from '../src/modules/imports/receive/upload-item.ts'
import type { NewProduct } from '../src/modules/products/product-input.ts'
import type { TestApp, TestVendor } from './app.ts'
import { preparedItem } from './imports.ts'
import { type ModelProduct, stateByRules } from './rule-model.ts'
import { setRules, type TestRule } from './stored-rules.ts'

const descriptions = [
  'steel',
  'Free shipping today',
  'see https://x.test',
  'replica',
  'plain <b>free</b> shipping'
]

/** Two vendors with different trust, and rules that decide differently on them. */
export type RuledVendors = {
  vendors: { vendor: TestVendor; trust: ModelProduct['trust'] }[]
  rules: TestRule[]
  /** The second category is a child of the first one. */
  categories: string[]
}

/** Creates the vendors and the categories, and replaces the approval rules. */
export async function ruledVendors(t: TestApp): Promise<RuledVendors> {
  const categories: string[] = []
  for (const slug of ['tools', 'hammers', 'paint']) {
    const parent = slug === 'hammers' ? (categories[0] ?? null) : null
    const [row] = await t.sql<{ id: string }[]>`
      insert into categories (name, slug, parent_id) values (${slug}, ${slug}, ${parent}) returning id`
    categories.push(row?.id ?? '')
  }
  const vendors = []
  for (const trust of ['TRUSTED', 'NEW'] as const) {
    const vendor = await t.vendor()
    await t.sql`update vendors set trust = ${trust} where id = ${vendor.id}`
    vendors.push({ vendor, trust })
  }
  const [tools = '', , paint = ''] = categories
  const rules: TestRule[] = [
    { name: 'Off', isActive: false },
    { name: 'With images', when: { minImages: 1 } },
    { name: 'Revisions', when: { kinds: ['REVISION'] } },
    {
      name: 'Paint',
      decision: 'REJECT',
      when: { vendorIds: [vendors[1]?.vendor.id ?? ''], categoryIds: [paint] }
    },
    { name: 'Very cheap', decision: 'QUEUE', when: { maxVendorPrice: '3' } },
    {
      name: 'Tools',
      when: { minTrust: 'TRUSTED', categoryIds: [tools], withoutWords: ['FREE shipping', 'replica'] }
    },
    { name: 'Cheap', when: { maxVendorPrice: 10, withoutLinks: true }, samplePercent: 100 },
    { name: 'No price limit', when: { minTrust: 'STANDARD', withoutLinks: true, withoutWords: ['steel'] } }
  ]
  await setRules(t, rules)
  return { vendors, rules, categories }
}

/**
 * Returns the values of item `n`. Every third item has the fields of `POST /vendor/products`, and some of these have no
 * variants.
 */
function valuesOf(n: number, categories: string[]) {
  const price = 1 + (n % 40)
  const isFlat = n % 3 > 0
  return {
    isFlat,
    name: `Item ${n}`,
    description: `<p>${descriptions[n % descriptions.length]}</p>`,
    prices: isFlat ? [price] : Array.from({ length: n % 4 }, (_, index) => price + index),
    category: categories[n % 4]
  }
}

/** Returns item `n` as an upload stores it. */
export function ruledItem(n: number, { categories }: RuledVendors): PreparedItem {
  const { isFlat, name, description, prices, category } = valuesOf(n, categories)
  const sku = `R-${n}`
  const fields = { sku, name, description, ...(category && { categoryIds: [category] }) }
  if (isFlat) return preparedItem({ ...fields, vendorPrice: String(prices[0]) })
  const variants = prices.map((price, index) => ({
    ...{ sku: `${sku}-${index}`, name: 'Box', vendorPrice: String(price) }
  }))
  const termIds = { categoryIds: fields.categoryIds ?? [], collectionIds: [], tagIds: [], facetValueIds: [] }
  return { sku, termIds, product: { ...fields, variants } as NewProduct }
}

/** Returns the state that the rules give to item `n` of a vendor alone. */
export function ruledState(
  n: number,
  { rules, categories }: RuledVendors,
  { vendor, trust }: RuledVendors['vendors'][number]
): string {
  const { name, description, prices, category } = valuesOf(n, categories)
  const ancestors = category === categories[1] ? [categories[0]] : []
  const categoryIds = [category, ...ancestors].filter((id) => id !== undefined)
  const texts = [name, description]
  return stateByRules(rules, { vendorId: vendor.id, trust, categoryIds, prices, texts, images: 0 })
}
