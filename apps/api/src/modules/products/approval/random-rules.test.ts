import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { randomRuns, runsAllCases } from '../../../../test/random-runs.ts'
import { liveImage } from '../../../../test/staged.ts'
import { type Conditions, setRules, type TestRule } from '../../../../test/stored-rules.ts'
import { systemOrigin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { decideByRules } from './apply-rules.ts'

// Creates random products with random staged edits, evaluates random rules on all of them at once, and compares the
// state of each product with the result of evaluating the rules in TypeScript for this product alone. Evaluating the
// rules again with hardly any samples changes nothing, because samples stay samples.

let t: TestApp
let vendors: { vendor: TestVendor; trust: Trust }[]
/** The second category is a child of the first one, and the third a child of the second one. */
let categories: string[]

before(async () => {
  t = await testApp()
  vendors = []
  for (const trust of trusts) {
    const vendor = await t.vendor()
    await t.sql`update vendors set trust = ${trust} where id = ${vendor.id}`
    vendors.push({ vendor, trust })
  }
  categories = [newId(), newId(), newId(), newId()]
  for (const [index, id] of categories.entries()) {
    const parent = index === 1 || index === 2 ? (categories[index - 1] ?? null) : null
    await t.sql`insert into categories (id, name, slug, parent_id) values (${id}, 'Bolts', ${id}, ${parent})`
  }
})
after(() => t.close())

const trusts = ['NEW', 'STANDARD', 'TRUSTED'] as const
type Trust = (typeof trusts)[number]

/** A random product. `edit` is undefined for a product that waits for approval. */
type Sample = {
  vendor: number
  categories: number[]
  texts: Texts
  prices: number[]
  images: number
  edit: Partial<Texts> | undefined
}
type Texts = { name: string; shortDescription: string | null; description: string | null }

const words = ['bolt', 'zinc', 'cheap', 'free shipping', 'M8', 'https://x.test', '<b>nut</b>', 'steel']
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
  .map((list) => list.join(' '))
const name = sentence.map((text) => `The ${text.replaceAll(/<\/?b>/g, '')}`)
const optionalText = fc.option(
  sentence.map((text) => `<p>${text}</p>`),
  { nil: null }
)
const texts = fc.record({ name, shortDescription: optionalText, description: optionalText })

const sample: fc.Arbitrary<Sample> = fc.record({
  vendor: fc.nat(2),
  categories: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  texts,
  prices: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  images: fc.nat(2),
  edit: fc
    .option(
      fc.record({ name, shortDescription: optionalText, description: optionalText }, { requiredKeys: [] })
    )
    .map((edit) => edit ?? undefined)
})

/** Like `Conditions`, but with indexes of vendors and categories. */
type RandomRule = {
  decision: 'APPROVE' | 'REJECT' | 'QUEUE'
  isActive: boolean
  isSampled: boolean
  vendors?: number[]
  categories?: number[]
  when: Conditions
}

const subset = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })
const when: fc.Arbitrary<Conditions> = fc.record(
  {
    kinds: subset(['PRODUCT', 'REVISION'] as const),
    minTrust: fc.constantFrom(...trusts),
    onlyFields: subset(['name', 'shortDescription', 'description']),
    maxTextChange: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
    minImages: fc.nat(3),
    maxVendorPrice: fc.integer({ min: 5, max: 30 }).map(String),
    withoutWords: subset(['cheap', 'free shipping', 'ZINC']),
    withoutLinks: fc.boolean()
  },
  { requiredKeys: [] }
)
// Few conditions at a time, so that rules match often.
const few = fc
  .tuple(
    when,
    fc.shuffledSubarray(
      [
        'kinds',
        'minTrust',
        'onlyFields',
        'maxTextChange',
        'minImages',
        'maxVendorPrice',
        'withoutWords',
        'withoutLinks'
      ] as const,
      { maxLength: 2 }
    )
  )
  .map(([all, names]) =>
    Object.fromEntries(names.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])))
  )

const rule: fc.Arbitrary<RandomRule> = fc.record(
  {
    decision: fc.constantFrom('APPROVE', 'APPROVE', 'REJECT', 'QUEUE'),
    isActive: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    isSampled: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    vendors: subset([0, 1, 2]),
    categories: subset([0, 1, 2, 3]),
    when: few
  },
  { requiredKeys: ['decision', 'isActive', 'isSampled', 'when'] }
)

function ruleOf({ decision, isActive, isSampled, when, ...rest }: RandomRule): TestRule {
  const ids = {
    ...(rest.vendors && { vendorIds: rest.vendors.map((index) => vendors[index]?.vendor.id ?? '') }),
    ...(rest.categories && { categoryIds: rest.categories.map((index) => categories[index] ?? '') })
  }
  return { decision, isActive, samplePercent: isSampled ? 100 : 0, when: { ...when, ...ids } }
}

const plain = (text: string | null) => (text ?? '').replaceAll(/<[^>]*>/g, ' ')
const wordsOf = (text: string | null) => plain(text).split(/\s+/).filter(Boolean)

/** Returns the share of changed words. The texts are short, so a recursive algorithm is fast enough. */
function change(before: string | null, after: string | null): number {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const common = (i: number, j: number): number => {
    if (i === a.length || j === b.length) return 0
    return a[i] === b[j] ? 1 + common(i + 1, j + 1) : Math.max(common(i + 1, j), common(i, j + 1))
  }
  const longest = Math.max(a.length, b.length)
  return longest === 0 ? 0 : (longest - common(0, 0)) / longest
}

/** Returns the fields that an edit stages: those with another value than the live one. */
function stagedFields({ texts, edit }: Sample): (keyof Texts)[] {
  return (Object.keys(edit ?? {}) as (keyof Texts)[]).filter((field) => edit?.[field] !== texts[field])
}

/** True if a rule matches a product alone. */
function matches(one: RandomRule, product: Sample): boolean {
  const {
    kinds,
    minTrust,
    onlyFields,
    maxTextChange,
    minImages,
    maxVendorPrice,
    withoutWords,
    withoutLinks
  } = one.when
  const isRevision = product.edit !== undefined
  const fields = stagedFields(product)
  const proposed = { ...product.texts, ...product.edit }
  const all = Object.values(proposed)
  const spoken = ` ${all
    .map(plain)
    .join(' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(' ')} `
  const ancestors = product.categories.flatMap((index) =>
    index === 3 ? [3] : [0, 1, 2].filter((n) => n <= index)
  )
  const changes = fields.map((field) => change(product.texts[field], product.edit?.[field] ?? null))
  return (
    one.isActive &&
    (!one.vendors || one.vendors.includes(product.vendor)) &&
    (!one.categories || one.categories.some((index) => ancestors.includes(index))) &&
    (!kinds || kinds.includes(isRevision ? 'REVISION' : 'PRODUCT')) &&
    (!minTrust || product.vendor >= trusts.indexOf(minTrust)) &&
    (!onlyFields || (isRevision && fields.every((field) => onlyFields.includes(field)))) &&
    (maxTextChange === undefined || (isRevision && Math.max(...changes) <= maxTextChange)) &&
    (minImages === undefined || product.images >= minImages) &&
    (maxVendorPrice === undefined ||
      (product.prices.length > 0 && Math.max(...product.prices) <= Number(maxVendorPrice))) &&
    !withoutWords?.some((word) => spoken.includes(` ${word.toLowerCase()} `)) &&
    (!withoutLinks || !all.some((text) => text?.includes('https://')))
  )
}

/** Returns what the rules do with a product alone: the state that it then has, and the index of the rule. */
function expected(rules: RandomRule[], product: Sample): { state: string; rule: number | null } {
  const index = rules.findIndex((one) => matches(one, product))
  const first = rules[index]
  const waiting = product.edit ? 'STAGED' : 'PENDING_APPROVAL'
  if (!first || first.decision === 'QUEUE') return { state: waiting, rule: null }
  if (first.isSampled) return { state: `${waiting} as a sample`, rule: index }
  if (first.decision === 'REJECT') return { state: product.edit ? 'REJECTED' : 'DRAFT', rule: index }
  if (product.edit) return { state: 'APPROVED', rule: index }
  return product.prices.length > 0 ? { state: 'PUBLISHED', rule: index } : { state: waiting, rule: null }
}

async function create(product: Sample): Promise<string> {
  const { vendor } = vendors[product.vendor] ?? {}
  assert.ok(vendor)
  const variants = product.prices.map((vendorPrice, index) => ({
    sku: `V${index}`,
    name: 'Box',
    vendorPrice
  }))
  const categoryIds = product.categories.map((index) => categories[index])
  const body = { ...product.texts, sku: newId(), variants, categoryIds }
  const answer = await t.call('POST /vendor/products', { as: vendor.editor, body })
  assert.equal(answer.status, 201, answer.text)
  const { id } = answer.body
  for (let n = 0; n < product.images; n++)
    await liveImage(t, vendor, { productId: id, sortOrder: n, isPrimary: n === 0 })
  if (product.edit) {
    await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
    const edited = await t.call(`PATCH /vendor/products/${id}`, { as: vendor.editor, body: product.edit })
    assert.equal(edited.status, 200, edited.text)
  }
  return id
}

async function stateOf(id: string, ruleIds: string[]) {
  const [row] = await t.sql<{ state: string; ruleId: string | null }[]>`
    select case
        when p.status <> 'PUBLISHED' then p.status
        when p.pending_revision is not null then 'STAGED'
        when p.moderation ->> 'target' = 'REVISION' then p.moderation ->> 'decision'
        else 'PUBLISHED' end || case when p.sampled_by is not null then ' as a sample' else '' end as state,
      coalesce(p.sampled_by, s.rule_id) as rule_id
    from products p left join moderation_snapshots s on s.product_id = p.id
    where p.id = ${id}`
  assert.ok(row)
  return { state: row.state, rule: row.ruleId === null ? null : ruleIds.indexOf(row.ruleId) }
}

function decide(productIds: string[]) {
  const { assets } = t.app.deps
  return t.sql.begin((tx) => decideByRules(tx, { assets }, { origin: systemOrigin, productIds }))
}

test('rules on many products at once decide on each as they would on this product alone', async () => {
  const seen = new Set<string>()
  const given = fc.tuple(
    fc.array(sample, { minLength: 8, maxLength: 8 }),
    fc.array(rule, { minLength: 1, maxLength: 5 })
  )
  await fc.assert(
    fc.asyncProperty(given, async ([samples, rules]) => {
      const products = samples.filter((one) => !one.edit || stagedFields(one).length > 0)
      await setRules(t, [])
      const ids: string[] = []
      for (const product of products) ids.push(await create(product))
      const ruleIds = await setRules(t, rules.map(ruleOf))
      for (const samplePercent of [100, 0.01]) {
        await t.sql`update approval_rules set sample_percent = ${samplePercent} where sample_percent = 100`
        await decide(ids)
        for (const [index, product] of products.entries()) {
          const wanted = expected(rules, product)
          seen.add(wanted.state)
          assert.deepEqual(await stateOf(ids[index] ?? '', ruleIds), wanted, JSON.stringify(product))
        }
      }
    }),
    { numRuns: randomRuns(40), seed: 20_261_122 }
  )
  if (runsAllCases) assert.equal(seen.size, 8, [...seen].join(', '))
})
