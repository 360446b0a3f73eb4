import { listOf, recordOf } from '../../lib/shape.ts'
import { FatalError, RowError } from './errors.ts'
import type { Row } from './rows.ts'
import { errorLines, hasFault, rowErrorOf } from './service.ts'
import { createOnce, readPages, type Session } from './session.ts'

/** A product as in a response of the service. */
export type Product = Record<string, unknown>

const productPath = '/vendor/products'

/**
 * Creates the row's product with its one variant, or finds the product that an earlier call created. If the
 * service refuses the SKU as already taken, the returned `product` is undefined. Throws a RowError if the
 * service returns any other error.
 */
export async function createProduct(
  vendor: Session,
  { sku, name, description, brand, price }: Row,
  categoryId: string | null
): Promise<{ isNew: boolean; product: Product | undefined }> {
  const { answer, earlier } = await createOnce(vendor, {
    path: productPath,
    body: {
      ...{ name, sku, description, brand, categoryIds: categoryId === null ? [] : [categoryId] },
      variants: [{ sku, name, vendorPrice: price }]
    },
    findAgain: ({ body }) => findProduct(vendor, String(body.id))
  })
  if (earlier) return { isNew: false, product: earlier }
  if (hasFault(answer, '/sku', 'SKU_TAKEN')) return { isNew: false, product: undefined }
  if (answer.status >= 400) throw rowErrorOf(answer)
  return { isNew: true, product: answer.body }
}

/** Returns the product in its current state, or undefined if it doesn't exist. */
export async function findProduct(vendor: Session, id: string): Promise<Product | undefined> {
  const answer = await vendor.call({ method: 'GET', path: `${productPath}/${encodeURIComponent(id)}` })
  if (answer.status === 404) return undefined
  if (answer.status !== 200) throw rowErrorOf(answer, 'reading it')
  return answer.body
}

/**
 * Returns the vendor's product with this SKU. Spaces around the SKU are ignored. Throws a RowError if there
 * is no such product.
 */
export async function getProductBySku(vendor: Session, sku: string): Promise<Product> {
  const stored = sku.trim()
  const list = { path: productPath, list: 'products', filters: { sku: stored } }
  for await (const { entries } of readPages(vendor, list)) {
    // The filter also finds products by the SKUs of their variants.
    const product = entries.find((entry) => entry.sku === stored)
    if (product) return product
  }
  throw new RowError([`the SKU "${stored}" is taken, but no product with it was found`])
}

export type Categories = {
  /**
   * Returns the id of the last category in the path, or null for an empty path. Creates the categories of the
   * path that are missing.
   */
  leafOf(path: string[]): Promise<string | null>
  /** The number of categories that were created. */
  created(): number
}

const categoryPath = '/platform/categories'

/**
 * Reads the existing categories, so that `leafOf` creates only missing ones. Concurrent calls of `leafOf`
 * create each missing category only once.
 */
export async function openCategories(operator: Session): Promise<Categories> {
  const known = new Map<string, Promise<string>>()
  let created = 0
  for (const { key, id } of await readTree(operator)) if (!known.has(key)) known.set(key, Promise.resolve(id))

  async function leafOf(names: string[]): Promise<string | null> {
    if (names.length === 0) return null
    const key = JSON.stringify(names)
    const found = known.get(key) ?? create(names)
    known.set(key, found)
    return found
  }

  async function create(names: string[]): Promise<string> {
    const parentId = await leafOf(names.slice(0, -1))
    const { answer, earlier } = await createOnce(operator, {
      path: categoryPath,
      body: { name: names.at(-1), parentId },
      // The category may have been renamed or moved since.
      findAgain: async ({ body }) =>
        (await readTree(operator)).find(({ id, key }) => id === body.id && key === JSON.stringify(names))?.id
    })
    if (earlier) return earlier
    const { id } = answer.body
    if (answer.status >= 400 || typeof id !== 'string') {
      throw rowErrorOf(answer, `category ${names.join(' > ')}`)
    }
    created++
    return id
  }

  return { leafOf, created: () => created }
}

/** A category. `key` is a JSON array of the category names from the root down to this category. */
type Node = { id: string; key: string }

async function readTree(operator: Session): Promise<Node[]> {
  const answer = await operator.call({ method: 'GET', path: categoryPath })
  if (answer.status === 200) return nodesOf(answer.body.categories, [])
  throw new FatalError(`The categories cannot be read: ${errorLines(answer).join('; ')}.`)
}

function nodesOf(categories: unknown, above: string[]): Node[] {
  return listOf(categories)
    .map(recordOf)
    .flatMap(({ id, name, children }) => {
      const names = [...above, String(name)]
      return [{ id: String(id), key: JSON.stringify(names) }, ...nodesOf(children, names)]
    })
}

export type Approvals = {
  /**
   * Returns the versions of the given products, by product id. Products that aren't in the moderation queue
   * are left out.
   */
  findVersions(ids: ReadonlySet<string>): Promise<Map<string, number>>
  /** Approves this version of the product. Throws a RowError if the service refuses the approval. */
  approve(id: string, version: number): Promise<void>
}

/**
 * Returns functions that approve a vendor's new products as the operator. The moderation queue is ordered
 * from old to new, and approved products leave it. So each search begins at the page where the previous
 * search found its last product. Only if this search doesn't find all products, it starts again at the first
 * page.
 */
export function openApprovals(operator: Pick<Session, 'call'>, vendorId: string): Approvals {
  const queue = { path: '/platform/moderation', list: 'entries', filters: { vendorId, kind: 'PRODUCT' } }
  let lastPage: string | undefined

  async function search(
    wanted: ReadonlySet<string>,
    found: Map<string, number>,
    from?: string
  ): Promise<void> {
    for await (const { entries, after } of readPages(operator, { ...queue, after: from })) {
      for (const { product, version } of entries) {
        const { id } = recordOf(product)
        if (typeof id !== 'string' || typeof version !== 'number' || !wanted.has(id)) continue
        found.set(id, version)
        lastPage = after
      }
      if (found.size === wanted.size) return
    }
  }

  return {
    async findVersions(ids) {
      const found = new Map<string, number>()
      if (ids.size === 0) return found
      const from = lastPage
      try {
        await search(ids, found, from)
        if (found.size < ids.size && from !== undefined) await search(ids, found)
      } catch (error) {
        if (error instanceof RowError)
          throw new FatalError(`The moderation queue cannot be read: ${error.message}.`)
        throw error
      }
      return found
    },
    async approve(id, version) {
      const { answer } = await createOnce(operator, {
        path: `/platform/products/${id}/approve`,
        body: { version },
        findAgain: async () => true
      })
      if (answer.status !== 200) throw rowErrorOf(answer, 'approving')
    }
  }
}
