import { listOf, recordOf } from '../../lib/shape.ts'
import type { Row } from './rows.ts'
import { hasFault, refusalOf, refusalReasons } from './service.ts'
import { createOnce, readPages, type Session } from './session.ts'
import { Refusal, Stop } from './stop.ts'

/** A product as an answer shows it. */
export type Product = Record<string, unknown>

const productPath = '/vendor/products'

/**
 * Creates the row's product with its one variant. `product` is undefined where the SKU is taken: by an earlier
 * loading, by another row, or by whatever else made it. Throws a Refusal with the faults that the service found.
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
  if (answer.status >= 400) throw refusalOf(answer)
  return { isNew: true, product: answer.body }
}

/** The product as it is now; undefined where there is none. */
export async function findProduct(vendor: Session, id: string): Promise<Product | undefined> {
  const answer = await vendor.call({ method: 'GET', path: `${productPath}/${encodeURIComponent(id)}` })
  if (answer.status === 404) return undefined
  if (answer.status !== 200) throw refusalOf(answer, 'reading it')
  return answer.body
}

/** The vendor's product with that SKU, which the service stores trimmed. Throws a Refusal where there is none. */
export async function getProductBySku(vendor: Session, sku: string): Promise<Product> {
  const stored = sku.trim()
  const list = { path: productPath, list: 'products', filters: { sku: stored } }
  for await (const { entries } of readPages(vendor, list)) {
    // The filter finds variants with that SKU too.
    const product = entries.find((entry) => entry.sku === stored)
    if (product) return product
  }
  throw new Refusal([`no product has the SKU "${stored}", though it is taken`])
}

export type Categories = {
  /** The id of the category at the end of the path, made where it is missing; null for an empty path. */
  leafOf(path: string[]): Promise<string | null>
  /** How many were made. */
  made(): number
}

const categoryPath = '/platform/categories'

/** The category tree by its names: each category is made once, however many calls for it overlap. */
export async function openCategories(operator: Session): Promise<Categories> {
  const known = new Map<string, Promise<string>>()
  let made = 0
  for (const { key, id } of await readTree(operator)) if (!known.has(key)) known.set(key, Promise.resolve(id))

  async function leafOf(names: string[]): Promise<string | null> {
    if (names.length === 0) return null
    const key = JSON.stringify(names)
    const found = known.get(key) ?? make(names)
    known.set(key, found)
    return found
  }

  async function make(names: string[]): Promise<string> {
    const parentId = await leafOf(names.slice(0, -1))
    const { answer, earlier } = await createOnce(operator, {
      path: categoryPath,
      body: { name: names.at(-1), parentId },
      // It may have been renamed or moved since.
      findAgain: async ({ body }) =>
        (await readTree(operator)).find(({ id, key }) => id === body.id && key === JSON.stringify(names))?.id
    })
    if (earlier) return earlier
    const { id } = answer.body
    if (answer.status >= 400 || typeof id !== 'string') {
      throw refusalOf(answer, `category ${names.join(' > ')}`)
    }
    made++
    return id
  }

  return { leafOf, made: () => made }
}

/** `key` is the names from the root down, as JSON. */
type Node = { id: string; key: string }

async function readTree(operator: Session): Promise<Node[]> {
  const answer = await operator.call({ method: 'GET', path: categoryPath })
  if (answer.status === 200) return nodesOf(answer.body.categories, [])
  throw new Stop(`The categories cannot be read: ${refusalReasons(answer).join('; ')}`)
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
  /** The versions that the queue shows of these products; those that are not in it are left out. */
  findVersions(ids: ReadonlySet<string>): Promise<Map<string, number>>
  /** Approves the version that the queue showed. Throws a Refusal where the service does not. */
  approve(id: string, version: number): Promise<void>
}

/**
 * Approves a vendor's new products as the operator. The queue is oldest first and what is approved leaves it, so
 * each walk begins at the page where the last one ended, and from the start only for what it does not find there.
 */
export function openApprovals(operator: Pick<Session, 'call'>, vendorId: string): Approvals {
  const queue = { path: '/platform/moderation', list: 'entries', filters: { vendorId, kind: 'PRODUCT' } }
  let lastPage: string | undefined

  async function walk(wanted: ReadonlySet<string>, found: Map<string, number>, from?: string): Promise<void> {
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
        await walk(ids, found, from)
        if (found.size < ids.size && from !== undefined) await walk(ids, found)
      } catch (error) {
        if (error instanceof Refusal) throw new Stop(`Nothing can be approved: ${error.message}.`)
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
      if (answer.status !== 200) throw refusalOf(answer, 'approving')
    }
  }
}
