import assert from 'node:assert/strict'
import type { Tx } from '../src/db/connect.ts'
import { systemOrigin } from '../src/events.ts'
import { newId } from '../src/lib/ids.ts'
import type { StagedImage, StoredRevision } from '../src/modules/products/write/fields.ts'
import { lockProduct } from '../src/modules/products/write/stored-queries.ts'
import { writeChanges } from '../src/modules/products/write/write-changes.ts'
import type { TestApp, TestVendor } from './app.ts'
import { type Body, productCalls } from './products.ts'

/** The status of a product. */
export type Status = 'PENDING_APPROVAL' | 'PUBLISHED' | 'HIDDEN' | 'DRAFT'

/** Creates a product with one variant and this status, and returns its id. */
export async function productWithStatus(
  t: TestApp,
  vendor: TestVendor,
  status: Status,
  body: object = {}
): Promise<string> {
  const answer = await t.call('POST /vendor/products', {
    as: vendor.editor,
    body: {
      name: 'Hex bolt M8',
      sku: newId(),
      variants: [{ sku: 'A', name: 'Box of 100', vendorPrice: 12.5 }],
      ...body
    }
  })
  if (answer.status !== 201) throw new Error(answer.text)
  await t.sql`update products set status = ${status} where id = ${answer.body.id}`
  return answer.body.id
}

/**
 * Stages edits of a product, or withdraws the staged edits if `revision` is null. Returns the new moderation
 * version of the product. A decision about the edits must contain this version.
 */
export async function stage(
  { sql }: TestApp,
  { id: vendorId }: { id: string },
  { id, revision }: { id: string; revision: StoredRevision | null }
): Promise<number> {
  return sql.begin((tx) => stageIn(tx, vendorId, { id, revision }))
}

/** Does the same as `stage`, in the given transaction. */
export async function stageIn(
  tx: Tx,
  vendorId: string,
  { id, revision }: { id: string; revision: StoredRevision | null }
): Promise<number> {
  const product = await lockProduct(tx, vendorId, id)
  if (!product) throw new Error(`No product ${id}`)
  const stages = revision ?? {}
  const unstages = (product.revisedFields ?? []).filter((field) => !(field in stages))
  const changed = [...Object.keys(stages), ...unstages]
  const staged = { stages, unstages, changed, isWithdrawn: revision === null }
  await Promise.all(
    writeChanges(tx, { vendorId, origin: systemOrigin, isPartOfBatch: true }, [{ product, staged }])
  )
  return product.moderationVersion + 1
}

const bytes = Buffer.from('bytes of an image that has been validated')

/** Creates a new image for a staged edit, with its private file. */
export async function newImage(
  t: TestApp,
  vendor: { id: string },
  { productId, ...fields }: { productId: string } & Partial<StagedImage>
): Promise<StagedImage & { path: string }> {
  const id = newId()
  const path = await t.app.deps.assets.put('pending', 'webp', bytes)
  await t.sql`
    insert into pending_images (id, product_id, vendor_id, path, preview)
    values (${id}, ${productId}, ${vendor.id}, ${path}, 'data:image/webp;base64,AAAA')`
  return { id, isNew: true, variantId: null, alt: '', sortOrder: 0, isPrimary: false, ...fields, path }
}

/** Creates a live image of a product, with its public file. */
export async function liveImage(
  t: TestApp,
  vendor: { id: string },
  { productId, ...fields }: { productId: string } & Partial<StagedImage>
): Promise<StagedImage & { path: string }> {
  const image = {
    id: newId(),
    isNew: false,
    variantId: null,
    alt: '',
    sortOrder: 0,
    isPrimary: false,
    ...fields
  }
  const path = await t.app.deps.assets.put('images', 'webp', bytes)
  await t.sql`
    insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
    values (${image.id}, ${productId}, ${vendor.id}, ${image.variantId}, ${path}, ${image.alt}, ${image.sortOrder},
      ${image.isPrimary})`
  return { ...image, path }
}

/** Returns an image without its `path`. In this form, the image can be an entry of a staged edit. */
export function staged({ path: _, ...image }: StagedImage & { path: string }): StagedImage {
  return image
}

/**
 * Returns helpers for tests of staged edits. A helper acts as the vendor that `current` returns when the
 * helper is called.
 */
export function stagedEdits(current: () => { t: TestApp; vendor: TestVendor }) {
  const calls = productCalls(current)

  async function create(status: Status, fields: Body = {}) {
    const product = await calls.create({
      description: '<p>Bolt</p>',
      variants: [{ sku: 'A', name: 'Box', vendorPrice: 10 }],
      ...fields
    })
    // A time long ago, so that a test can see whether updated_at changes.
    await current().t.sql`
      update products set status = ${status}, updated_at = '2020-01-01T00:00:00Z' where id = ${product.id}`
    return product
  }

  async function patch(id: string, body: Body) {
    const answer = await calls.patch(id, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  const read = async (id: string) => (await calls.read(id)).body

  async function stateOf(id: string) {
    const [row] = await current().t.sql<{ version: number; events: string[] }[]>`
      select moderation_version as version, array(
        select type || ' ' || array_to_string(changed_fields, ',') from events
        where subject_id = ${id} and type <> 'product.created' order by id) as events
      from products where id = ${id}`
    assert.ok(row)
    return row
  }

  return { create, patch, read, stateOf }
}
