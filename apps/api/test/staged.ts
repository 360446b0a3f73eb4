import type { Tx } from '../src/db/connect.ts'
import { newId } from '../src/lib/ids.ts'
import type { StagedImage, StoredRevision } from '../src/modules/products/write/fields.ts'
import { lockProduct } from '../src/modules/products/write/stored-queries.ts'
import { writeChanges } from '../src/modules/products/write/write-changes.ts'
import type { TestApp, TestVendor } from './app.ts'

/** A product of the vendor with one variant, in that state. */
export async function productIn(
  t: TestApp,
  vendor: TestVendor,
  status: 'PENDING_APPROVAL' | 'PUBLISHED' | 'HIDDEN' | 'DRAFT',
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

/** Stages edits, or with null withdraws them, and answers the version that a decision names. */
export async function stage(
  { sql }: TestApp,
  { id: vendorId }: { id: string },
  { id, revision }: { id: string; revision: StoredRevision | null }
): Promise<number> {
  return sql.begin((tx) => stageIn(tx, vendorId, { id, revision }))
}

/** `stage` within a transaction. */
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
  await Promise.all(writeChanges(tx, { vendorId }, [{ product, staged }]))
  return product.moderationVersion + 1
}

const bytes = Buffer.from('bytes of an image that was checked before')

/** A new image for a staged edit, with its private file. */
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

/** A live image of a product, with its public file. */
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

/** The image as a proposed set names it. */
export function staged({ path: _, ...image }: StagedImage & { path: string }): StagedImage {
  return image
}
