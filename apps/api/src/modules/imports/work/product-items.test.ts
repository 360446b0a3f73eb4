import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { assertCounted, type ItemOutcome, outcomesOf, workOn } from '../../../../test/imports.ts'
import { productBodies, type Terms } from '../../../../test/product-bodies.ts'
import { type Body, makeTerms, newProduct, productCalls, variant } from '../../../../test/products.ts'
import { randomRuns, runsAllCases } from '../../../../test/random-runs.ts'
import { bulkUploads, item, linesOf } from '../../../../test/uploads.ts'
import { Problem } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'
import { workOnce } from './work-on-imports.ts'

let t: TestApp
let vendor: TestVendor
let terms: Terms
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  terms = await makeTerms(t)
})
after(() => t.close())

const current = () => ({ t, vendor })
const { upload, uploadLines } = bulkUploads(current)
const { post, patch, read, create } = productCalls(current)

type Options = { on_existing?: 'fail' | 'skip' | 'update'; dry_run?: boolean }

/** Uploads items, processes them and returns their results. */
async function run(items: unknown[], options: Options = {}): Promise<ItemOutcome[]> {
  const answer = await upload({ items, error_policy: 'reject_failed_items', ...options })
  assert.equal(answer.status, 200, answer.text)
  await workOn(t, t.app.deps.sql, 1000)
  await assertCounted(t.sql, answer.body.queue_id)
  return outcomesOf(t.sql, answer.body.queue_id)
}

const statusesOf = (outcomes: ItemOutcome[]) => outcomes.map(({ status }) => status)
const errorsOf = (outcome: ItemOutcome | undefined) =>
  outcome?.errors?.map(({ field, code }) => `${field} ${code}`)

const variable = [
  'id',
  'productId',
  'createdAt',
  'updatedAt',
  'bulkImportJobId',
  'pendingRevisionSubmittedAt'
]
/** Returns a product without its ids, timestamps and asset paths. `slug` is left out too if `withSlug` is false. */
function shapeOf(product: unknown, withSlug: boolean) {
  const text = JSON.stringify(product, (key, value) => {
    if (variable.includes(key) || (key === 'slug' && !withSlug)) return undefined
    return key === 'document' && value !== null ? 'a file' : value
  })
  return JSON.parse(text)
}

async function remove(id: unknown): Promise<void> {
  const answer = await t.call(`DELETE /vendor/products/${id}`, { as: vendor.owner })
  assert.equal(answer.status, 200, answer.text)
}

const asFaults = (outcome: ItemOutcome) =>
  (outcome.errors ?? []).map(({ code, field, message }) => ({ code, field, message }))
const faultsOf = (errors: { pointer: string; code: string; message: string }[]) =>
  errors.map(({ pointer, code, message }) => ({
    code,
    field: pointer === '' ? null : pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
    message
  }))

test('an item becomes the product that POST /vendor/products creates, or fails with the same errors', async () => {
  const seen = { created: 0, failed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(productBodies({ terms, withFaults: true }), { minLength: 1, maxLength: 4 }),
      async (bodies) => {
        const expected: unknown[] = []
        for (const body of bodies) {
          const answer = await post(body)
          assert.ok(answer.status === 201 || answer.status === 400, answer.text)
          expected.push(
            answer.status === 201
              ? shapeOf((await read(answer.body.id)).body, true)
              : faultsOf(answer.body.errors)
          )
          if (answer.status === 201) await remove(answer.body.id)
        }
        const planned = await run(bodies, { dry_run: true })
        const outcomes = await run(bodies)
        assert.deepEqual(statusesOf(planned), statusesOf(outcomes))
        assert.deepEqual(planned.map(asFaults), outcomes.map(asFaults))
        const found = await Promise.all(
          outcomes.map(async (outcome) => {
            if (outcome.status !== 'CREATED') return asFaults(outcome)
            const { body } = await read(outcome.productId ?? '')
            await remove(outcome.productId)
            return shapeOf(body, true)
          })
        )
        assert.deepEqual(found, expected)
        for (const { status } of outcomes) seen[status === 'CREATED' ? 'created' : 'failed']++
      }
    ),
    { numRuns: randomRuns(40) }
  )
  if (runsAllCases) assert.ok(seen.created > 0 && seen.failed > 0)
})

test('an item updates its product as PATCH /vendor/products/{id} does with the variants of the same SKUs', async () => {
  const states = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'] as const
  await fc.assert(
    fc.asyncProperty(
      productBodies({ terms, withFaults: false }),
      productBodies({ terms, withFaults: false, withInventory: false }),
      fc.constantFrom(...states),
      async (first, second, status) => {
        const sku = newId()
        const ids: string[] = []
        const other = vendor
        for (const _ of ['by upload', 'by request']) {
          vendor = ids.length === 0 ? other : await t.vendor()
          const { id } = await create({ ...first, sku })
          await t.sql`update products set status = ${status} where id = ${id}`
          ids.push(id)
        }
        const byRequest = vendor
        const [one = '', two = ''] = ids
        const stored = (await read(two)).body.variants as { id: string; sku: string }[]
        const variants = (second.variants as Body[]).map((entry) => {
          const match = stored.find((candidate) => candidate.sku === entry.sku)
          return match ? { ...entry, id: match.id } : entry
        })
        const patched = await patch(two, { ...second, sku, variants })
        assert.equal(patched.status, 200, patched.text)
        vendor = other
        const [outcome] = await run([{ ...second, sku }], { on_existing: 'update' })
        assert.deepEqual([outcome?.status, outcome?.productId, outcome?.errors], ['UPDATED', one, null])
        const byUpload = (await read(one)).body
        vendor = byRequest
        assert.deepEqual(shapeOf(byUpload, false), shapeOf((await read(two)).body, false))
        const versions = await t.sql`
          select distinct moderation_version, search is not null from products where id = any(${ids})`
        assert.equal(versions.length, 1)
        vendor = other
      }
    ),
    { numRuns: randomRuns(30) }
  )
})

describe('an item with variants', () => {
  before(async () => {
    vendor = await t.vendor()
  })

  test('can be mixed with other items, in JSON and in NDJSON', async () => {
    const list = (prefix: string) => [
      item(`${prefix}-flat`, { min_qty: 2, weight: 1.5, free_shipping: 'Y' }),
      newProduct({
        sku: `${prefix}-full`,
        variants: [variant('A', { weight: 1.5 }), variant('B')],
        leadTime: 2
      }),
      item(`${prefix}-flat-2`)
    ]
    const outcomes = await run(list('J'))
    const answer = await uploadLines(linesOf(list('L')))
    await workOn(t)
    for (const results of [outcomes, await outcomesOf(t.sql, answer.body.queue_id)]) {
      assert.deepEqual(statusesOf(results), ['CREATED', 'CREATED', 'CREATED'])
      const ids = results.map(({ productId }) => productId)
      assert.deepEqual(ids, ids.toSorted())
      const [flat, full] = await Promise.all(ids.map(async (id) => (await read(id ?? '')).body))
      assert.deepEqual(flat.metadata, { min_qty: 2, weight: 1.5, free_shipping: 'Y' })
      assert.deepEqual([flat.freeShipping, flat.variants[0].weight], [false, '1.5'])
      assert.deepEqual([full.metadata, full.leadTime], [{}, 2])
      assert.deepEqual(
        full.variants.map((one: Body) => [one.sku, one.weight]),
        [
          ['A', '1.5'],
          ['B', null]
        ]
      )
      assert.equal(full.bulkImportJobId, flat.bulkImportJobId)
    }
  })

  test('refuses the fields of other items, and other items refuse its fields', async () => {
    const answer = await upload({
      items: [
        { ...newProduct({ variants: [] }), code: 'A', vendor_price: 1, min_qty: 1, manufacturer: 'M' },
        { ...item('B'), sku: 'B', variants: undefined, leadTime: 2 }
      ]
    })
    assertFaults(answer, {
      '/items/0/code': 'UNKNOWN_FIELD',
      '/items/0/vendor_price': 'UNKNOWN_FIELD',
      '/items/0/min_qty': 'UNKNOWN_FIELD',
      '/items/1/sku': 'UNKNOWN_FIELD',
      '/items/1/leadTime': 'UNKNOWN_FIELD'
    })
    const messages = answer.body.errors.map(({ message }: { message: string }) => message)
    assert.equal(messages[0], 'must not be sent in an item with variants; send sku instead')
    assert.equal(messages[3], 'is a field of items with variants only')
  })

  test('has errors with pointers into the item', async () => {
    const unknown = newId()
    const answer = await upload({
      items: [
        item('OK'),
        newProduct({ variants: [variant('A', { vendorPrice: -1 }), variant('A')], images: 'x///y' }),
        newProduct({ variants: null, tagIds: [terms.tag, unknown], categoryIds: [unknown] }),
        newProduct({ variants: [{ 'a/b~': 'x' }] })
      ]
    })
    assert.deepEqual(answer.body.errors.map(({ pointer, code }: Body) => `${pointer} ${code}`).toSorted(), [
      '/items/1/images INVALID_URL',
      '/items/1/images INVALID_URL',
      '/items/1/variants/0/vendorPrice TOO_SMALL',
      '/items/1/variants/1/sku REPEATED_SKU',
      '/items/2/categoryIds/0 UNKNOWN_CATEGORY',
      '/items/2/tagIds/1 UNKNOWN_TAG',
      '/items/3/variants/0/a~1b~0 UNKNOWN_FIELD',
      '/items/3/variants/0/name REQUIRED',
      '/items/3/variants/0/sku REQUIRED',
      '/items/3/variants/0/vendorPrice REQUIRED'
    ])
  })

  test('reports a NUL character with the field that contains it', async () => {
    const [outcome] = await run([newProduct({ variants: [variant('A', { upc: 'a\0' })] })])
    assert.deepEqual(errorsOf(outcome), ['variants/0/upc NUL_CHARACTER'])
  })

  test('lists at most 100 errors, and no SKU that may be invalid', async () => {
    const faulty = { ...Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`x${n}`, n])), sku: 3 }
    const [outcome] = await run([{ ...faulty, variants: [] }])
    assert.deepEqual([outcome?.errors?.length, outcome?.code], [100, null])
  })

  test('fails or is skipped if its SKU exists, and fails if an earlier item has the same SKU', async () => {
    const [sku, fresh] = [newId(), newId()]
    const { id } = await create({ sku })
    const before = (await read(id)).text
    const [failed] = await run([newProduct({ sku, variants: [] })])
    assert.deepEqual([failed?.status, failed?.productId, errorsOf(failed)], ['FAILED', id, ['sku SKU_TAKEN']])
    assert.match(failed?.errors?.[0]?.message ?? '', new RegExp(`SKU of your product ${id};`))
    const outcomes = await run(
      [newProduct({ sku, variants: [] }), item(fresh), newProduct({ sku: fresh, variants: [] })],
      {
        on_existing: 'skip'
      }
    )
    assert.deepEqual(statusesOf(outcomes), ['SKIPPED', 'CREATED', 'FAILED'])
    assert.deepEqual(errorsOf(outcomes[2]), ['sku DUPLICATE_CODE'])
    assert.equal((await read(id)).text, before)
  })

  test('fails if a tag is deleted after the upload', async () => {
    const [tag] = await t.sql`insert into tags (name, slug) values ('Old', ${newId()}) returning id`
    const body = newProduct({ variants: [], tagIds: [tag?.id], categoryIds: [terms.category] })
    const answer = await upload({ items: [body] })
    await t.sql`delete from tags where id = ${tag?.id}`
    await workOn(t)
    const [outcome] = await outcomesOf(t.sql, answer.body.queue_id)
    assert.deepEqual([outcome?.status, errorsOf(outcome)], ['FAILED', ['tagIds/0 UNKNOWN_TAG']])
  })

  test('updates the variants with the same SKUs, creates new ones, and leaves the others unchanged', async () => {
    const sku = newId()
    const { id } = await create({
      sku,
      brand: 'Boltwell',
      warranty: '2 years',
      variants: [variant('A', { upc: '1' }), variant('B', { initialInventory: 5 })]
    })
    const before = (await read(id)).body
    const [outcome] = await run(
      [
        newProduct({
          sku,
          brand: null,
          variants: [variant('C'), variant('A', { vendorPrice: 3, listPrice: 9 })]
        })
      ],
      { on_existing: 'update' }
    )
    assert.deepEqual([outcome?.status, outcome?.productId], ['UPDATED', id])
    const { body } = await read(id)
    assert.deepEqual([body.brand, body.warranty, body.variants.length], [null, '2 years', 3])
    const [a, b, c] = body.variants
    assert.deepEqual([a.id, a.vendorPrice, a.listPrice, a.upc], [before.variants[0].id, '3.00', '9.00', '1'])
    assert.deepEqual(b, before.variants[1])
    assert.equal(c.sku, 'C')
  })

  test("can't change the initial inventory or exceed the number of variants", async () => {
    const [first, second] = [newId(), newId()]
    const many = Array.from({ length: 199 }, (_, n) => variant(`V-${n}`))
    await create({ sku: first, variants: [variant('A', { initialInventory: 5 })] })
    await create({ sku: second, variants: many })
    const outcomes = await run(
      [
        newProduct({ sku: first, variants: [variant('A', { initialInventory: 6 })] }),
        newProduct({ sku: second, variants: [variant('V-0'), variant('X'), variant('Y')] })
      ],
      { on_existing: 'update' }
    )
    assert.deepEqual(outcomes.map(errorsOf), [
      ['variants/0/initialInventory INITIAL_INVENTORY_SET'],
      ['variants TOO_MANY']
    ])
    assert.match(outcomes[0]?.errors?.[0]?.message ?? '', /use bulk update to set the stock/)
  })

  test('writes nothing in a dry run, which has the same results', async () => {
    const sku = newId()
    const { id } = await create({ sku, variants: [variant('A')] })
    const before = (await read(id)).text
    const documents = [{ title: 'Sheet', type: 'SDS', base64Document: 'SGV4' }]
    const items = [
      newProduct({ sku, variants: [variant('B')], documents }),
      newProduct({ variants: [variant('A')], documents }),
      newProduct({ variants: [variant('A', { weight: -1 })] })
    ]
    const files = (await storedFiles()).length
    assert.deepEqual(statusesOf(await run(items, { on_existing: 'update', dry_run: true })), [
      'UPDATED',
      'CREATED',
      'FAILED'
    ])
    assert.equal((await read(id)).text, before)
    assert.equal((await storedFiles()).length, files)
    assert.deepEqual(statusesOf(await run(items, { on_existing: 'update' })), [
      'UPDATED',
      'CREATED',
      'FAILED'
    ])
    assert.equal((await storedFiles()).length, files + 2)
  })

  test('can have images, which are downloaded like those of other items', async () => {
    const images = 'https://supplier.example/1.jpg///https://supplier.example/2.jpg'
    const [outcome] = await run([newProduct({ variants: [], images })])
    const rows = await t.sql`
      select url, status from import_images where product_id = ${outcome?.productId ?? null} order by position`
    assert.deepEqual(
      rows.map(({ url, status }) => `${url} ${status}`),
      images.split('///').map((url) => `${url} PENDING`)
    )
  })

  test('is retried and reported with the fields that were sent', async () => {
    const sku = newId()
    const { id } = await create({ sku })
    const body = newProduct({ sku, variants: [variant('=A')], madeInUsa: true, _note: 'x' })
    const answer = await upload({ items: [body, item(newId())] })
    await workOn(t)
    const path = `/vendor/import-jobs/${answer.body.queue_id}`
    const { _note, ...sent } = body as Body
    const report = await t.call(`GET ${path}/report?status=FAILED`, { as: vendor.viewer })
    const [{ _errors, ...reported }] = report.body.items
    assert.deepEqual(reported, { ...sent, _index: 0, _status: 'FAILED', _product_id: id })
    assert.deepEqual(_errors[0].field, 'sku')
    const csv = await t.call(`GET ${path}/report?status=FAILED`, {
      as: vendor.viewer,
      headers: { accept: 'text/csv' }
    })
    assert.ok(csv.text.includes(sku) && csv.text.includes('""sku"":""=A""'), csv.text)
    await remove(id)
    const retried = await t.call(`POST ${path}/retry`, { as: vendor.owner })
    assert.equal(retried.status, 200, retried.text)
    await workOn(t)
    const [outcome] = await outcomesOf(t.sql, retried.body.queue_id)
    assert.equal(outcome?.status, 'CREATED')
    const again = (await read(outcome?.productId ?? '')).body
    assert.deepEqual([again.variants[0].sku, again.madeInUsa], ['=A', true])
  })

  test('leaves no files if its chunk fails', async () => {
    const sku = newId()
    const documents = [{ title: 'Sheet', type: 'SDS', base64Document: 'SGV4' }]
    const answer = await upload({ items: [newProduct({ sku, variants: [], documents })] })
    const files = await storedFiles()
    await t.sql`
      alter table import_results add constraint test_failure check (code <> ${t.sql.unsafe(`'${sku}'`)})`
    await workOn(t)
    assert.deepEqual(await storedFiles(), files)
    const [job] = await t.sql`select status from import_jobs where id = ${answer.body.queue_id}`
    assert.equal(job?.status, 'FAILED')
    await t.sql`alter table import_results drop constraint test_failure`
  })

  test('waits until its files can be stored, and the failures are not counted', async () => {
    const documents = [{ title: 'Sheet', type: 'SDS', base64Document: 'SGV4' }]
    const answer = await upload({ items: [newProduct({ variants: [], documents })] })
    const full = { ...t.app.deps.assets, put: () => Promise.reject(new Problem('UNAVAILABLE')) }
    const once = () => workOnce({ sql: t.app.deps.sql, assets: full, log: t.app.log, maxItems: 1 })
    for (let n = 0; n < 6; n++) await assert.rejects(once, { status: 503 })
    await workOn(t)
    const [outcome] = await outcomesOf(t.sql, answer.body.queue_id)
    assert.equal(outcome?.status, 'CREATED')
  })

  test('is in a chunk with few others if the items contain many files', async () => {
    const documents = Array.from({ length: 50 }, (_, n) => ({
      title: `${n}`,
      type: 'SDS',
      base64Document: 'SGV4'
    }))
    const items = Array.from({ length: 5 }, () => newProduct({ variants: [], documents }))
    const answer = await upload({ items, dry_run: true })
    const chunks = await t.sql`
      select item_count from import_chunks where job_id = ${answer.body.queue_id} order by position`
    assert.deepEqual(
      chunks.map(({ itemCount }) => itemCount),
      [1, 1, 1, 1, 1]
    )
    await workOn(t)
  })

  test('gets a slug from its id if neither name nor SKU has letters', async () => {
    const [outcome] = await run([{ name: '★★★', sku: `★${'☆'.repeat(20)}`, variants: [] }])
    const { body } = await read(outcome?.productId ?? '')
    assert.equal(body.slug, `product-${body.id.slice(-8)}`)
  })
})

async function storedFiles(): Promise<string[]> {
  const paths = []
  for await (const { path } of t.app.deps.assets.list()) paths.push(path)
  return paths.sort()
}
