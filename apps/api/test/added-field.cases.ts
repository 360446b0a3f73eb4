import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Document } from '../../../packages/client/generate/document.ts'
import { fieldLists } from '../../../packages/client/generate/field-lists.ts'
import { schemaTypes } from '../../../packages/client/generate/types.ts'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate/migrate.ts'
import { checkUpdateItem } from '../src/modules/bulk-update/update-item.ts'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { ruleCalls } from './approval-rules.ts'
import { bulkUpdates, statuses } from './bulk-updates.ts'
import { findImport, workOn } from './imports.ts'
import { readHistory } from './product-history.ts'
import { productCalls, variant } from './products.ts'
import { bulkUploads, item } from './uploads.ts'
import { watchedCalls } from './watched.ts'

/**
 * The tests of `added-field.test.ts`, which runs them in a copy of the service. In this copy, products have the
 * fields `finishNote` and `teaser`, and variants have `palletCode`, by an entry and a migration for each.
 */

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp({ proxied: migrated })
  vendor = await t.vendor()
  operator = await t.operator()
})
after(() => t.close())

/** Applies the migration of the copy to the database, whose template has those of the service. */
async function migrated(url: string): Promise<string> {
  const sql = connect(url, { max: 2 })
  assert.deepEqual(await migrate(sql), ['9999_added_fields.sql'])
  await sql.end()
  return url
}

const current = () => ({ t, vendor })
const { create, patch, read, post } = productCalls(current)
const { upload } = bulkUploads(current)
const { update } = bulkUpdates(current)
const { watch, entryOf } = watchedCalls(() => ({ t, admin: operator, operator }))

async function publish(id: string, path = 'approve', more = {}): Promise<void> {
  const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
  const decision = { version: body.moderationVersion, ...more }
  const answer = await t.call(`POST /platform/products/${id}/${path}`, { as: operator, body: decision })
  assert.equal(answer.status, 200, answer.text)
}

/** Creates a product with all new fields, and a variant with the SKU of the product. */
function createAll(sku: string) {
  return create({
    ...{ sku, finishNote: ' Matt ', teaser: 'A bolt', variants: [variant(sku, { palletCode: 'P-1' })] }
  })
}

test('the document has the field in every list, and so has the client that is generated from it', async () => {
  const document = t.app.swagger() as unknown as Document
  const schemas = document.components.schemas as Record<string, { properties?: object; enum?: string[] }>
  const namesIn = (schema: string) => schemas[schema]?.enum ?? Object.keys(schemas[schema]?.properties ?? {})
  const expected = {
    finishNote: [
      'NewProduct',
      'ProductPatch',
      'Product',
      'UploadProduct',
      'StorefrontProduct',
      'HistoryField'
    ],
    finish_note: ['UploadItem', 'BulkUpdateItem'],
    teaser: [
      'NewProduct',
      'ProductPatch',
      'PendingRevision',
      'FieldDecisions',
      'ModeratedField',
      'StorefrontProduct'
    ],
    palletCode: [
      'NewVariant',
      'VariantPatch',
      'Variant',
      'StorefrontVariant',
      'HistoryField',
      'WatchableField'
    ],
    pallet_code: ['UploadItem', 'BulkUpdateItem', 'ExportRow']
  }
  for (const [field, names] of Object.entries(expected)) {
    for (const name of names) assert.ok(namesIn(name).includes(field), `${name} has no ${field}`)
  }
  assert.ok(namesIn('WatchableField').includes('finishNote'))
  assert.ok(!namesIn('WatchableField').includes('teaser'), 'a moderated field is decided on anyway')
  const types = schemaTypes(document)
  assert.match(types, /interface NewProduct \{[^}]*finishNote\?: string \| null/)
  assert.match(types, /interface BulkUpdateItem \{[^}]*pallet_code\?: string \| number \| null/)
  // The form of the console, the files that it reads, and the command line take their lists from these.
  const lists = fieldLists(document)
  assert.match(lists, /newProductFields = \{[^}]*finishNote: "string"/)
  assert.match(lists, /newVariantFields = \{[^}]*palletCode: "string"/)
  assert.match(lists, /uploadItemFields = \{[^}]*finish_note: "string"/)
  assert.match(lists, /bulkUpdateItemFields = \{[^}]*pallet_code: "string \| number"/)
  assert.match(lists, /moderatedFields = \[[^\]]*"teaser"/)
})

describe('a product and a variant', () => {
  test('are created with the field and read', async () => {
    const created = await createAll('C-1')
    const { body } = await read(created.id)
    assert.deepEqual([body.finishNote, body.teaser, body.variants[0].palletCode], ['Matt', 'A bolt', 'P-1'])
  })

  test('have null if the field was omitted', async () => {
    const { finishNote, teaser, variants } = await create({ variants: [variant('C-2')] })
    assert.deepEqual([finishNote, teaser, variants[0].palletCode], [null, null, null])
  })

  test('are updated by PATCH, which can clear the field', async () => {
    const { id, variants } = await createAll('C-3')
    const [{ id: variantId }] = variants
    const changed = { finishNote: 'Gloss', teaser: 'New', variants: [{ id: variantId, palletCode: 'P-2' }] }
    const { body: after } = await patch(id, changed)
    assert.deepEqual([after.finishNote, after.teaser, after.variants[0].palletCode], ['Gloss', 'New', 'P-2'])
    const cleared = { finishNote: null, teaser: null, variants: [{ id: variantId, palletCode: null }] }
    const { body: empty } = await patch(id, cleared)
    assert.deepEqual([empty.finishNote, empty.teaser, empty.variants[0].palletCode], [null, null, null])
  })

  test('have the limits of the field', async () => {
    const { status, body } = await post({
      ...{ name: 'Bolt', sku: 'C-4', finishNote: 'x'.repeat(21), palletCode: 'P-1' },
      variants: [variant('C-4', { palletCode: 1 })]
    })
    assert.equal(status, 400)
    assert.deepEqual(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]).sort(), [
      ['/finishNote', 'TOO_LONG'],
      ['/palletCode', 'UNKNOWN_FIELD'],
      ['/variants/0/palletCode', 'INVALID_TYPE']
    ])
  })
})

test('a moderated field waits for approval while the product is live, and customers see it then', async () => {
  const { id, slug } = await createAll('M-1')
  await publish(id)
  const { body: staged } = await patch(id, { teaser: 'Staged' })
  assert.deepEqual([staged.teaser, staged.pendingRevision], ['A bolt', { teaser: 'Staged' }])
  await publish(id, 'revision/decide', { fields: { teaser: { decision: 'APPROVE' } } })
  const { body } = await t.call(`GET /storefront/products/${slug}`)
  assert.deepEqual([body.teaser, body.finishNote, body.variants[0].palletCode], ['Staged', 'Matt', 'P-1'])
})

test('the reasons about a moderated field remain when another field is decided', async () => {
  const { id } = await createAll('M-2')
  await publish(id)
  await patch(id, { teaser: 'Cheap', shortDescription: 'Cheap' })
  const reject = (text: string) => ({ decision: 'REJECT', reasons: [{ text }] })
  await publish(id, 'revision/decide', { fields: { teaser: reject('Wrong teaser') } })
  await publish(id, 'revision/decide', { fields: { shortDescription: reject('Wrong text') } })
  const { body } = await read(id)
  assert.equal(body.moderation.reason, 'Wrong teaser\nWrong text')
})

test('approval rules can name a moderated field, and search its text', async () => {
  const { made, remove } = ruleCalls(() => ({ t, operator }))
  const { id } = await createAll('R-1')
  await publish(id)
  const when = { kinds: ['REVISION'], onlyFields: ['teaser'], withoutWords: ['cheap'] }
  const rule = await made({ name: 'Teasers', isActive: true, when, then: 'APPROVE' })
  const { body: refused } = await patch(id, { teaser: 'Very cheap' })
  assert.deepEqual(refused.pendingRevision, { teaser: 'Very cheap' })
  const { body: approved } = await patch(id, { teaser: 'Very good' })
  assert.deepEqual([approved.teaser, approved.pendingRevision], ['Very good', null])
  await remove(rule)
})

test('the history has the changes of the field', async () => {
  const { id, variants } = await createAll('H-1')
  await patch(id, { finishNote: 'Gloss', variants: [{ id: variants[0].id, palletCode: null }] })
  const [created, ...changes] = await readHistory(t, operator, id)
  assert.ok(created)
  const { finishNote, teaser, variants: recorded } = created.newValue as Record<string, unknown>
  assert.deepEqual([finishNote, teaser], ['Matt', 'A bolt'])
  assert.equal((recorded as Record<string, unknown>[])[0]?.palletCode, 'P-1')
  assert.deepEqual(changes.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]).sort(), [
    ['finishNote', 'Matt', 'Gloss'],
    ['palletCode', 'P-1', null]
  ])
})

test('the operator can watch the field', async () => {
  const { id, variants } = await createAll('W-1')
  await publish(id)
  await watch('finishNote', 'palletCode')
  await patch(id, { finishNote: 'Gloss', variants: [{ id: variants[0].id, palletCode: 'P-2' }] })
  const entry = await entryOf(id)
  assert.deepEqual(
    entry?.changes.map(({ field, live, proposed }) => [field, live, proposed]),
    [
      ['finishNote', 'Matt', 'Gloss'],
      ['palletCode', 'P-1', 'P-2']
    ]
  )
  const { status } = await t.call('PATCH /platform/settings', {
    as: operator,
    body: { watchedFields: [{ field: 'palletCode', threshold: 0.1 }] }
  })
  assert.equal(status, 400, 'only prices have a threshold')
})

describe('a bulk upload', () => {
  const product = { name: 'Bolt', sku: 'U-2', finishNote: 'Matt', teaser: 'Hm' }
  const items = [
    item('U-1', { finish_note: ' Matt ', pallet_code: 12 }),
    { ...product, variants: [variant('U-2', { palletCode: 'P-1' })] },
    item('U-3', { finishNote: 'Matt' }),
    item('U-4', { finish_note: 'x'.repeat(21) })
  ]
  let jobId: string
  before(async () => {
    const { body, text } = await upload({ items, error_policy: 'reject_failed_items' })
    assert.ok(body.queue_id, text)
    jobId = body.queue_id
    await workOn(t)
    assert.equal((await findImport(t.sql, jobId)).itemsCreated, 2)
  })

  test('creates products with the field', async () => {
    const stored = await t.sql`
      select p.sku, finish_note, teaser, pallet_code from products p join variants v on v.product_id = p.id
      where p.bulk_import_job_id = ${jobId} order by p.sku`
    assert.deepEqual(stored.map(Object.values), [
      ['U-1', 'Matt', null, '12'],
      ['U-2', 'Matt', 'Hm', 'P-1']
    ])
  })

  test('has a report with the field and its errors', async () => {
    const report = (type: string) =>
      t.call(`GET /vendor/import-jobs/${jobId}/report`, { as: vendor.owner, headers: { accept: type } })
    const { body } = await report('application/json')
    type Reported = { _errors: { code: string; field: string; message: string }[] }
    assert.deepEqual(
      body.items.map(({ _errors }: Reported) => _errors.map(({ code, field }) => [code, field])),
      [[], [], [['UNKNOWN_FIELD', 'finishNote']], [['TOO_LONG', 'finish_note']]]
    )
    const { text } = await report('text/csv')
    const [header = '', first = ''] = text.split('\n')
    const columns = header.split(',')
    for (const name of ['finish_note', 'pallet_code', 'finishNote', 'teaser'])
      assert.ok(columns.includes(name), name)
    assert.equal(first.split(',')[columns.indexOf('pallet_code')], '12')
  })

  test('updates existing products', async () => {
    const items = [item('U-1', { product: 'Bolt U-1', finish_note: 'Gloss', pallet_code: 13 })]
    await upload({ items, on_existing: 'update' })
    await workOn(t)
    const [row] = await t.sql`
      select finish_note, pallet_code from products p join variants v on v.product_id = p.id where p.sku = 'U-1'`
    assert.deepEqual([row?.finishNote, row?.palletCode], ['Gloss', '13'])
  })

  test('names the field of an item with variants in place of the flat one', async () => {
    const { body } = await upload({ items: [{ ...product, pallet_code: 'P', variants: [variant('U-5')] }] })
    const [{ message }] = body.errors
    assert.equal(message, 'must not be sent in an item with variants; send palletCode in variants instead')
  })
})

describe('a bulk update', () => {
  test('accepts the field', () => {
    const check = (sent: object) => checkUpdateItem({ code: 'A', ...sent }, { vendorId: 'v', now: 0 })
    const { prepared } = check({ finish_note: ' Gloss ', pallet_code: 7 })
    assert.deepEqual(JSON.parse(JSON.stringify(prepared)), {
      code: 'A',
      product: { finishNote: 'Gloss' },
      variant: { palletCode: '7' }
    })
    const cleared = check({ finish_note: null, pallet_code: null }).prepared
    assert.deepEqual(JSON.parse(JSON.stringify(cleared)), {
      code: 'A',
      product: { finishNote: null },
      variant: { palletCode: null }
    })
  })

  test('sets the field', async () => {
    const { id } = await createAll('B-1')
    const answer = await update([{ code: 'B-1', finish_note: 'Gloss', pallet_code: 7 }])
    assert.deepEqual(statuses(answer), ['UPDATED'])
    const { body } = await read(id)
    assert.deepEqual([body.finishNote, body.variants[0].palletCode], ['Gloss', '7'])
  })
})

test('the export has the field', async () => {
  const other = await t.vendor()
  for (const palletCode of ['=1', null]) {
    const sku = `E${palletCode}`
    await create({ sku, variants: [variant(sku, { palletCode })] }, other.owner)
  }
  const path = 'GET /vendor/products/export'
  const { body, text } = await t.call(path, { as: other.owner })
  assert.deepEqual(
    body.products.map((row: Record<string, unknown>) => row.pallet_code),
    ['=1', null],
    text
  )
})
