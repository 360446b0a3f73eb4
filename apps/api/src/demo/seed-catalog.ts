import type { AssetStore } from '../assets/store.ts'
import type { Tx } from '../db/connect.ts'
import { draftProduct } from '../modules/products/create-product.ts'
import { insertDocuments } from '../modules/products/documents/document-queries.ts'
import { insertPendingImages } from '../modules/products/images/image-queries.ts'
import { insertVariants } from '../modules/products/write/variant-queries.ts'
import { insertProduct, insertTerms, type TermIds } from '../modules/products/write/write-queries.ts'
import { type CatalogEntry, categoryPictures, demoCatalog } from './catalog.ts'
import {
  type DemoReviewRow,
  type DemoTerm,
  insertDemoImages,
  insertDemoReviews,
  listDemoTerms,
  listDemoVariants,
  updateDemoCategories,
  updateDemoStates
} from './catalog-queries.ts'
import { demoBody } from './demo-body.ts'
import { type DemoImages, demoImages } from './demo-images.ts'
import type { DemoPicture, DemoProduct } from './demo-product.ts'
import { createdAt, demoState } from './demo-states.ts'
import { idOfTime } from './id-of-time.ts'
import { type DrawnPicture, drawPictures } from './pictures/draw-pictures.ts'

export type DrawnCatalog = Map<DemoPicture, DrawnPicture>

/** Draws and stores every picture of the demo; those of staged edits as private files. */
export async function drawCatalog(assets: AssetStore): Promise<DrawnCatalog> {
  const products = demoCatalog().map(({ product }) => product)
  const live = [...Object.values(categoryPictures), ...products.flatMap(({ pictures }) => pictures)]
  const staged = products.flatMap(({ revision }) => revision?.pictures ?? [])
  const drawn = await Promise.all([
    drawPictures(assets, 'images', live),
    drawPictures(assets, 'pending', staged)
  ])
  return new Map(drawn.flatMap((pictures) => [...pictures]))
}

type Seeded = { product: DemoProduct; id: string; vendorId: string; created: number }

/** Inserts the demo's products in their states. The terms that they are filed under are there. */
export async function seedCatalog(
  tx: Tx,
  { vendors, drawn }: { vendors: Record<CatalogEntry['vendor'], string>; drawn: DrawnCatalog }
): Promise<void> {
  const now = Date.now()
  const catalog = demoCatalog()
  const terms = await listDemoTerms(tx)
  const seeded = await Promise.all(
    catalog.map((entry, n) => {
      const created = createdAt(entry.product, { n, of: catalog.length, now })
      return seedProduct(tx, entry, { vendorId: vendors[entry.vendor], terms, created })
    })
  )
  const variants = await listDemoVariants(tx)
  const images = new Map(seeded.map((one) => [one.id, demoImages(one, { variants, drawn })]))
  const states = seeded.map((one) =>
    demoState(one.product, { ...one, now, images: images.get(one.id)?.proposed ?? [] })
  )
  const names = Object.entries(categoryPictures)
  await Promise.all([
    insertDemoImages(
      tx,
      [...images.values()].flatMap(({ live }) => live)
    ),
    ...seeded.map((one) => insertStaged(tx, one, images.get(one.id))),
    updateDemoStates(tx, states),
    insertDemoReviews(
      tx,
      seeded.flatMap((one) => reviewsOf(one, now))
    ),
    updateDemoCategories(
      tx,
      names.map(([name, picture]) => ({ name, path: drawn.get(picture)?.path ?? '' }))
    )
  ])
}

async function seedProduct(
  tx: Tx,
  entry: CatalogEntry,
  { vendorId, terms, created }: { vendorId: string; terms: DemoTerm[]; created: number }
): Promise<Seeded> {
  const { product } = entry
  const { fields, variants, ids } = draftProduct(demoBody(entry, termIds(product, terms)))
  const id = idOfTime(created)
  const search = variants.flatMap(({ sku, partNumber, upc }) => [sku, partNumber ?? '', upc ?? ''])
  const documents = (product.documents ?? []).map((document, sortOrder) => ({
    ...document,
    sortOrder,
    path: null,
    size: null
  }))
  await Promise.all([
    insertProduct(tx, vendorId, { id, fields, terms: search }),
    insertVariants(tx, vendorId, { productId: id, variants, firstPosition: 0 }),
    insertTerms(tx, vendorId, { productId: id, ids }),
    insertDocuments(tx, vendorId, { productId: id, documents })
  ])
  return { product, id, vendorId, created }
}

/** Ids of a product's terms. Throws when the demo has no term of a name. */
export function termIds(product: DemoProduct, terms: DemoTerm[]): TermIds {
  const idsOf = (kind: keyof TermIds, names: string[] = []) =>
    names.map((name) => {
      const term = terms.find((one) => one.kind === kind && one.name === name)
      if (!term) throw new Error(`${product.sku}: no ${name} among the ${kind}`)
      return term.id
    })
  return {
    categoryIds: idsOf('categoryIds', product.categories),
    collectionIds: idsOf('collectionIds', product.collections),
    tagIds: idsOf('tagIds', product.tags),
    facetValueIds: idsOf('facetValueIds', product.facetValues)
  }
}

async function insertStaged(tx: Tx, { id, vendorId }: Seeded, images: DemoImages | undefined): Promise<void> {
  if (!images?.pending.length) return
  await insertPendingImages(tx, vendorId, { productId: id, images: images.pending })
}

/** A review every few days, the last ones lately. */
function reviewsOf({ product, id, vendorId, created }: Seeded, now: number): DemoReviewRow[] {
  const reviews = product.reviews ?? []
  return reviews.map(([rating, title, body, authorName], n) => {
    const at = created + ((now - created) * (n + 1)) / (reviews.length + 1)
    return { productId: id, vendorId, rating, title, body, authorName, createdAt: new Date(at).toISOString() }
  })
}
