import { hasFault, refusalReasons } from './answers.ts'
import { createOnce } from './create-once.ts'
import { readPages } from './pages.ts'
import type { Row } from './rows.ts'
import type { Session } from './session.ts'
import { Refusal } from './stop.ts'

/** A product as an answer shows it. */
export type Product = Record<string, unknown>

const path = '/vendor/products'

/**
 * Creates the row's product with its one variant. `product` is undefined where the SKU is taken: by an earlier
 * loading, by another row, or by whatever else made it. Throws a Refusal with the faults that the service found.
 */
export async function createProduct(
  vendor: Session,
  row: Row,
  categoryId: string | null
): Promise<{ isNew: boolean; product: Product | undefined }> {
  const { sku, name, description, brand, price } = row
  const { answer, earlier } = await createOnce(vendor, {
    path,
    body: {
      ...{ name, sku, description, brand, categoryIds: categoryId === null ? [] : [categoryId] },
      variants: [{ sku, name, vendorPrice: price }]
    },
    findAgain: ({ body }) => findProduct(vendor, String(body.id))
  })
  if (earlier) return { isNew: false, product: earlier }
  if (hasFault(answer, '/sku', 'SKU_TAKEN')) return { isNew: false, product: undefined }
  if (answer.status >= 400) throw new Refusal(refusalReasons(answer))
  return { isNew: true, product: answer.body }
}

/** The product as it is now; undefined where there is none. */
export async function findProduct(vendor: Session, id: string): Promise<Product | undefined> {
  const answer = await vendor.call({ method: 'GET', path: `${path}/${encodeURIComponent(id)}` })
  if (answer.status === 404) return undefined
  if (answer.status !== 200)
    throw new Refusal(refusalReasons(answer).map((reason) => `reading it: ${reason}`))
  return answer.body
}

/** The vendor's product with that SKU, as the service keeps SKUs: trimmed. Throws a Refusal where there is none. */
export async function getProductBySku(vendor: Session, sku: string): Promise<Product> {
  const kept = sku.trim()
  // The filter finds variants with that SKU too.
  for await (const { entries } of readPages(vendor, { path, list: 'products', filters: { sku: kept } })) {
    const product = entries.find((entry) => entry.sku === kept)
    if (product) return product
  }
  throw new Refusal([`no product has the SKU "${kept}", though it is taken`])
}
