import type { Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import type { NewDecision } from '../../products/approval/new-decision-queries.ts'
import { decisionIndexes, outcomeOf, recordNewProducts } from '../../products/approval/new-decisions.ts'
import { draftProduct, insertDrafts, type ProductDraft } from '../../products/write/new-products.ts'
import { insertProducts } from '../../products/write/product-queries.ts'
import { deleteReservations } from '../../products/write/slug-queries.ts'
import type { ReservedSlugs } from '../../products/write/slugs.ts'
import { insertItemCategories } from '../../products/write/term-queries.ts'
import { insertVariants } from '../../products/write/variant-queries.ts'
import { type Chunk, type ItemResult, listItems, newRows, type ResolvedItem } from './chunk-queries.ts'
import { originOf } from './chunks.ts'
import type { DocumentFiles } from './document-files.ts'
import { decideNewItems } from './new-item-queries.ts'

type Items = { chunk: Chunk; files: DocumentFiles; slugs: ReservedSlugs; items: ResolvedItem[] }
/** The index of an item in its chunk, and the id and slug of the product that it creates. */
type NewItem = { indexInChunk: number; id: string; slug: string }

/**
 * Creates the products of the items whose result is CREATED, and sets their ids in `results`. Throws
 * `LostRace` if a product with one of the SKUs was created in the meantime. The retry finds it.
 */
export async function createProducts(
  tx: Tx,
  vendorId: string,
  { results, ...input }: Items & { results: ItemResult[] }
): Promise<void> {
  const created = results.filter(({ status }) => status === 'CREATED')
  if (created.length === 0) return
  // Ids increase in the order of the items, so that products sorted by age are in the order of the upload.
  const ids = created.map(() => newId()).sort()
  for (const [n, result] of created.entries()) result.productId = ids[n] ?? null
  const drafts = await draftItems(tx, vendorId, { ...input, created })
  const bases = created.map(({ indexInChunk: n }) => drafts.get(n)?.fields.slug ?? input.items[n]?.slug ?? '')
  const slugs = takeSlugs(input.slugs, { bases, ids })
  const rows = newRows(tx, vendorId, { chunk: input.chunk, ids: results.map(idOfNew) })
  const decisions = await decideNewItems(tx, vendorId, rows)
  const flat: NewItem[] = []
  for (const [n, { indexInChunk }] of created.entries()) {
    const [draft, slug = '', id = ''] = [drafts.get(indexInChunk), slugs[n], ids[n]]
    if (draft) draft.fields.slug = slug
    else flat.push({ indexInChunk, id, slug })
  }
  await insertFlatItems(tx, vendorId, { ...input, flat, decisions })
  await insertProductItems(tx, vendorId, { chunk: input.chunk, drafts: [...drafts.values()], decisions })
}

/**
 * Returns the slugs of new products. A slug that is derived from the id of its product isn't reserved, because it is
 * random.
 */
function takeSlugs(slugs: ReservedSlugs, { bases, ids }: { bases: string[]; ids: string[] }): string[] {
  const isOfId = (base: string, n: number) => base === deriveSlug('', '', ids[n] ?? '')
  const reserved = slugs.take(bases.filter((base, n) => !isOfId(base, n)))
  return bases.map((base, n) => (isOfId(base, n) ? base : (reserved.shift() ?? base)))
}

/** Returns the id of the product that an item creates, or null if it creates none. */
function idOfNew({ status, productId }: ItemResult): string | null {
  return status === 'CREATED' ? productId : null
}

/**
 * Returns the new products of those items that have the fields of `POST /vendor/products`, by the index of
 * the item in the chunk. Stores the files of their documents.
 */
async function draftItems(
  tx: Tx,
  vendorId: string,
  { chunk, files, items, created }: Items & { created: ItemResult[] }
): Promise<Map<number, ProductDraft>> {
  const productIds = new Map(
    created
      .filter(({ indexInChunk }) => items[indexInChunk]?.terms)
      .map(({ indexInChunk, productId }) => [indexInChunk, productId])
  )
  if (productIds.size === 0) return new Map()
  const found = await listItems(tx, vendorId, { ...chunk, indexes: [...productIds.keys()] })
  const bodies = found.flatMap(({ indexInChunk, item }) =>
    'product' in item ? [{ indexInChunk, body: item.product }] : []
  )
  const documents = await files.store(bodies.map(({ body }) => body.documents ?? []))
  return new Map(
    bodies.map(({ indexInChunk, body }, n) => {
      const id = productIds.get(indexInChunk) ?? newId()
      return [indexInChunk, draftProduct(body, documents[n], id)]
    })
  )
}

/** Inserts the products of flat items (contract 4.4), without reading the items. */
async function insertFlatItems(
  tx: Tx,
  vendorId: string,
  { chunk, items, flat, decisions }: Items & { flat: NewItem[]; decisions: NewDecision[] }
): Promise<void> {
  if (flat.length === 0) return
  const ids = Array<string | null>(items.length).fill(null)
  const slugs = ids.slice()
  for (const { indexInChunk, id, slug } of flat) {
    ids[indexInChunk] = id
    slugs[indexInChunk] = slug
  }
  const count = await insertProducts(tx, vendorId, {
    rows: newRows(tx, vendorId, { chunk, ids, slugs, outcomes: decisionIndexes(decisions, ids) }),
    importJobId: chunk.jobId,
    outcomes: decisions.map(outcomeOf)
  })
  if (count < flat.length) throw new LostRace()
  const rows = newRows(tx, vendorId, { chunk, ids })
  await Promise.all([
    insertVariants(tx, vendorId, { rows }),
    deleteReservations(
      tx,
      flat.map(({ slug }) => slug)
    ),
    items.some(({ categoryIds }) => categoryIds) && insertItemCategories(tx, vendorId, rows),
    ...recordNewProducts(tx, vendorId, {
      productIds: flat.map(({ id }) => id),
      origin: originOf(chunk),
      decisions
    })
  ])
}

/** Inserts the products of items that have the fields of `POST /vendor/products`. */
async function insertProductItems(
  tx: Tx,
  vendorId: string,
  { chunk, drafts, decisions }: Pick<Items, 'chunk'> & { drafts: ProductDraft[]; decisions: NewDecision[] }
): Promise<void> {
  if (drafts.length === 0) return
  const origin = originOf(chunk)
  const ids = drafts.map(({ id }) => id)
  const { inserted, parts } = insertDrafts(tx, vendorId, {
    ...{ drafts, origin, importJobId: chunk.jobId },
    decided: {
      outcomes: decisions.map(outcomeOf),
      indexes: decisionIndexes(decisions, ids),
      record: (productIds) => recordNewProducts(tx, vendorId, { productIds, origin, decisions })
    }
  })
  const written = Promise.all(parts)
  // If a product isn't inserted, the other statements may fail as a consequence.
  written.catch(() => {})
  if ((await inserted) < drafts.length) throw new LostRace()
  await written
}
