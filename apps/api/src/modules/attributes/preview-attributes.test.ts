import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { productCalls, variant } from '../../../test/products.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { newId } from '../../lib/ids.ts'
import { checkAttributes } from '../products/attributes/check-products.ts'
import { hasDueChecks, settleChecks } from '../products/attributes/check-queries.ts'
import { DefinitionCache } from '../products/attributes/definition-cache.ts'
import { previewCategoryAttributes } from './preview-attributes.ts'
import type { CategoryAttributesInput } from './schema.ts'

let t: TestApp
let operator: string
let vendor: TestVendor
let cache: DefinitionCache
let number = 0
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  vendor = await t.vendor()
  cache = new DefinitionCache(t.sql)
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))

async function category(parentId: string | null = null): Promise<string> {
  const body = { name: `Category ${newId()}`, parentId }
  return (await t.call('POST /platform/categories', { as: operator, body })).body.id
}

async function attribute(fields: object = {}): Promise<{ id: string; code: string }> {
  const body = { code: `code_${++number}`, name: 'Name', type: 'TEXT', level: 'VARIANT', ...fields }
  return (await t.call('POST /platform/attributes', { as: operator, body })).body
}

const put = (id: string, attributes: object[]) =>
  t.call(`PUT /platform/categories/${id}/attributes`, { as: operator, body: { attributes } })
const previewPut = (id: string, attributes: object[], as = operator) =>
  t.call(`POST /platform/categories/${id}/attributes/preview`, { as, body: { attributes } })
const previewPatch = (id: string, body: object, as = operator) =>
  t.call(`POST /platform/attributes/${id}/preview`, { as, body })

/** Runs the worker until no check is due. Transactions in the databases of other tests can delay a check. */
async function work(): Promise<void> {
  while (await hasDueChecks(t.sql)) {
    await settleChecks(t.sql)
    await checkAttributes(t.sql, cache)
  }
}

describe('the preview of the attributes of a category', () => {
  test('counts the products that would get issues, by vendor, with examples', async () => {
    const [top, second] = [await category(), await vendorWithName('Second')]
    const bottom = await category(top)
    const { code } = await attribute()
    const create = (categoryIds: string[], attributes: object, as = vendor.owner) =>
      calls.create({ categoryIds, variants: [variant('A', { attributes })] }, as)
    const lacking = await create([top, bottom], {})
    await create([bottom], {}, second.owner)
    await create([bottom], {})
    await create([top], { [code]: 'x' })
    const enforcedFrom = new Date(Date.now() + 86_400_000).toISOString()
    const answer = await previewPut(top, [{ attribute: code, requirement: 'REQUIRED', enforcedFrom }])
    assert.equal(answer.status, 200, answer.text)
    const { vendors, examples, ...counts } = answer.body
    assert.deepEqual(counts, { checked: 4, affected: 3, withoutIssuesNow: 3, vendorCount: 2 })
    const [row] = await t.sql`select name from vendors where id = ${vendor.id}`
    assert.deepEqual(vendors, [
      { id: vendor.id, name: row?.name, products: 2 },
      { id: second.id, name: 'Second', products: 1 }
    ])
    const example = examples.find(({ productId }: { productId: string }) => productId === lacking.id)
    const pointer = `/variants/0/attributes/${code}`
    assert.deepEqual(example, {
      ...{ productId: lacking.id, vendorId: vendor.id },
      issues: [{ code: 'REQUIRED', pointer, message: 'is required' }]
    })
    assert.deepEqual((await t.sql`select from attribute_checks where run_at > now()`).length, 0)
  })

  test('refuses what the change would refuse', async () => {
    const id = await category()
    const wrong = [{ attribute: 'unknown', requirement: 'OPTIONAL' }]
    assertFaults(await previewPut(id, wrong), { '/attributes/0/attribute': 'UNKNOWN_ATTRIBUTE' })
    assertProblem(await previewPut(newId(), []), 404, 'NOT_FOUND')
  })

  test('viewers can use it, and vendors cannot', async () => {
    const [id, viewer] = [await category(), await t.operator('VIEWER')]
    assert.equal((await previewPut(id, [], viewer)).status, 200)
    assertProblem(await previewPut(id, [], vendor.owner), 403, 'NOT_PLATFORM_USER')
    assertProblem(await previewPut(id, [], ''), 401, 'UNAUTHENTICATED')
  })

  test('stops as soon as its request is cancelled', async () => {
    const id = await category()
    const { code } = await attribute()
    for (let n = 0; n < 3; n++) await calls.create({ categoryIds: [id], variants: [variant(`C${n}`)] })
    const cancelled = new AbortController()
    const pace = {
      ...t.app.deps.pace,
      async run<T>(work: () => Promise<T>): Promise<T> {
        const result = await work()
        cancelled.abort(new Error('cancelled'))
        return result
      }
    }
    const input: CategoryAttributesInput = { attributes: [{ attribute: code, requirement: 'REQUIRED' }] }
    const preview = previewCategoryAttributes(
      { ...t.app.deps, pace },
      { id, input },
      { signal: cancelled.signal, batchSize: 1 }
    )
    await assert.rejects(preview, /cancelled/)
  })
})

describe('the preview of an attribute', () => {
  test('counts new issues only, also of products that have others', async () => {
    const id = await category()
    const [size, other] = [await attribute({ type: 'NUMBER', max: 50 }), await attribute()]
    await put(id, [
      { attribute: size.code, requirement: 'OPTIONAL' },
      { attribute: other.code, requirement: 'RECOMMENDED' }
    ])
    for (const value of [5, 20, 30]) {
      const attributes = { [size.code]: value, ...(value === 20 && { [other.code]: 'x' }) }
      await calls.create({ categoryIds: [id], variants: [variant('A', { attributes })] })
    }
    await put(id, [
      { attribute: size.code, requirement: 'OPTIONAL' },
      { attribute: other.code, requirement: 'REQUIRED' }
    ])
    await work()
    const { body } = await previewPatch(size.id, { max: 10 })
    const { vendors: _, examples: _e, ...counts } = body
    assert.deepEqual(counts, { checked: 3, affected: 2, withoutIssuesNow: 1, vendorCount: 1 })
    const unchanged = await previewPatch(size.id, { max: 30, name: 'Size' })
    assert.deepEqual([unchanged.body.checked, unchanged.body.affected], [3, 0])
    assertFaults(await previewPatch(size.id, { min: 60 }), { '/min': 'EMPTY_RANGE' })
    assertProblem(await previewPatch(newId(), {}), 404, 'NOT_FOUND')
    assertProblem(await previewPatch(size.id, {}, vendor.owner), 403, 'NOT_PLATFORM_USER')
  })
})

describe('random changes', () => {
  const codes = ['text', 'size', 'choice']
  const value = {
    text: fc.constantFrom('a', 'abc', 'A'),
    size: fc.constantFrom(1, 5, 9),
    choice: fc.constantFrom('red', 'blue', 'pink')
  }
  const requirement = fc.constantFrom('OPTIONAL', 'RECOMMENDED', 'REQUIRED')
  const listing = fc
    .subarray(codes)
    .chain((chosen) =>
      fc.tuple(...chosen.map((code) => requirement.map((one) => ({ code, requirement: one }))))
    )
  const product = fc.record({
    categories: fc.subarray([0, 1, 2], { minLength: 1 }),
    attributes: fc.record(value, { requiredKeys: [] })
  })
  const change = fc.oneof(
    fc.record({ category: fc.nat(2), entries: listing, isLater: fc.boolean() }),
    fc.constantFrom(
      { code: 'text', patch: { maxLength: 2 } },
      { code: 'text', patch: { pattern: '^[a-z]+$' } },
      { code: 'size', patch: { min: 3, max: 8 } },
      { code: 'choice', patch: { options: [{ code: 'red', label: 'Red' }] } }
    )
  )

  test('the preview is what then happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: 6 }),
        fc.array(listing, { minLength: 3, maxLength: 3 }),
        change,
        async (drafts, listings, changed) => {
          await t.sql`delete from attribute_checks`
          const prefix = `r${++number}_`
          const options = ['red', 'blue', 'pink'].map((code) => ({ code, label: code }))
          const attributes = {
            text: await attribute({ code: `${prefix}text` }),
            size: await attribute({ code: `${prefix}size`, type: 'NUMBER' }),
            choice: await attribute({ code: `${prefix}choice`, type: 'OPTION', options })
          } as Record<string, { id: string; code: string }>
          const top = await category()
          const categories = [top, await category(top), await category()]
          const entries = (list: { code: string; requirement: string }[], more = {}) =>
            list.map(({ code, requirement }) => ({
              ...{ attribute: `${prefix}${code}`, requirement },
              ...(requirement === 'REQUIRED' && more)
            }))
          const ids: string[] = []
          for (const { categories: places, attributes: values } of drafts) {
            const named = Object.entries(values).map(([code, one]) => [`${prefix}${code}`, one])
            const body = {
              categoryIds: places.map((place) => categories[place]),
              variants: [variant('A', { attributes: Object.fromEntries(named) })]
            }
            ids.push((await calls.create(body)).id)
          }
          for (const [index, list] of listings.entries()) {
            const answer = await put(categories[index] ?? '', entries(list))
            // A lower requirement than that of the parent is refused.
            assert.ok([200, 400].includes(answer.status), answer.text)
          }
          await work()
          const before = await issuesOf(ids)
          const isListing = 'category' in changed
          const enforcedFrom = new Date(Date.now() + 3_600_000).toISOString()
          const body: object[] = isListing
            ? entries(changed.entries, changed.isLater ? { enforcedFrom } : {})
            : []
          const target = isListing
            ? (categories[changed.category] ?? '')
            : (attributes[changed.code]?.id ?? '')
          const patch = isListing ? {} : changed.patch
          const preview = isListing ? await previewPut(target, body) : await previewPatch(target, patch)
          const done = isListing
            ? await put(target, body)
            : await t.call(`PATCH /platform/attributes/${target}`, { as: operator, body: patch })
          assert.equal(preview.status, done.status, preview.text)
          // The time of enforcement comes.
          await t.sql`
            update category_attributes set enforced_from = now() where enforced_from > now()`
          await t.sql`update attribute_checks set run_at = now()`
          await t.sql`update attribute_state set version = version + 1`
          await work()
          const after = await issuesOf(ids)
          if (done.status !== 200) return assert.deepEqual(after, before)
          const gained = ids.filter((id) =>
            [...(after.get(id) ?? [])].some((one) => !before.get(id)?.has(one))
          )
          assert.equal(preview.body.affected, gained.length)
          assert.equal(preview.body.withoutIssuesNow, gained.filter((id) => !before.has(id)).length)
          assert.deepEqual(
            preview.body.examples.map(({ productId }: { productId: string }) => productId).toSorted(),
            gained.toSorted()
          )
        }
      ),
      { numRuns: randomRuns(100), endOnFailure: true }
    )
  })
})

async function issuesOf(ids: string[]): Promise<Map<string, Set<string>>> {
  const rows = await t.sql<{ id: string; issues: { code: string; pointer: string }[] }[]>`
    select product_id as id, issues from attribute_issues where product_id = any(${ids}::uuid[])`
  return new Map(
    rows.map(({ id, issues }) => [id, new Set(issues.map(({ code, pointer }) => `${code} ${pointer}`))])
  )
}

async function vendorWithName(name: string): Promise<TestVendor> {
  const created = await t.vendor()
  await t.sql`update vendors set name = ${name} where id = ${created.id}`
  return created
}
