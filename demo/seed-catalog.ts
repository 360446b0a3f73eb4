import type { AssetStore } from '../apps/api/src/assets/store.ts'
import type { Tx } from '../apps/api/src/db/connect.ts'
import { systemOrigin } from '../apps/api/src/events.ts'
import { type StoredModeration, storedRejection } from '../apps/api/src/modules/products/approval/decision.ts'
import { newDocument } from '../apps/api/src/modules/products/documents/document-changes.ts'
import type { TermIds } from '../apps/api/src/modules/products/fields/terms.ts'
import type { NewProduct, NewVariant } from '../apps/api/src/modules/products/product-input.ts'
import type { ProductStatus } from '../apps/api/src/modules/products/schema.ts'
import type { StagedImage } from '../apps/api/src/modules/products/write/fields.ts'
import { insertPendingImages } from '../apps/api/src/modules/products/write/image-queries.ts'
import {
  draftProduct,
  insertDrafts,
  type ProductDraft
} from '../apps/api/src/modules/products/write/new-products.ts'
import { setIds } from './id-queries.ts'
import { checkDigit, day, demoId, hour, isoText, setupAge } from './numbers.ts'
import { type DrawnPictures, drawPictures, type Picture } from './pictures.ts'
import {
  type DemoImage,
  type DemoReview,
  type DemoState,
  type DemoTerm,
  type DemoVariant,
  insertImages,
  insertReviews,
  listDocuments,
  listTerms,
  listVariants,
  updateStates
} from './queries.ts'
import { readData } from './read-data.ts'
import type { Actors, Marketplace, VendorName } from './seed-marketplace.ts'

/**
 * A brand in `data/brands.json`. `upc` is the first six digits of its UPCs. UPCs that start with 4 are
 * reserved for internal use by retailers, so no UPC of the demo belongs to a real product.
 */
type Brand = { manufacturer: string; code: string; upc: string }

/**
 * A variant: the suffix of its SKU, its name, vendor price, list price, weight in pounds, and units in stock.
 */
type VariantRow = readonly [
  suffix: string,
  name: string,
  cost: number,
  msrp: number,
  weight: number,
  stock: number,
  more?: { retired?: true }
]

/** `variant` is the suffix of the variant that the picture shows. */
type ProductPicture = Picture & { variant?: string }

/**
 * A product in `data/products/`. `bodyOf` completes `body` to a request body with values from the other
 * fields.
 */
export type DemoProduct = {
  body: NewProduct & { brand: string }
  /** The unit of measure of all variants. */
  unit: string
  /** The name of the attribute whose value is the variant's name. */
  option?: string
  /** Attributes of all variants. */
  attributes?: NewVariant['attributes']
  variants: VariantRow[]
  categories: [string, ...string[]]
  collections?: string[]
  tags?: string[]
  facetValues?: string[]
  pictures: ProductPicture[]
  reviews?: [rating: number, title: string, body: string, author: string][]
  /** Default PUBLISHED. A DRAFT was rejected with `reason`. */
  status?: ProductStatus
  /** A staged edit, or with `reason` a rejected one. Its pictures are added after the live ones. */
  revision?: { name?: string; shortDescription?: string; description?: string; pictures?: ProductPicture[] }
  reason?: string
  /** Replaces the age that follows from the position in the catalog. */
  ageInDays?: number
}

/**
 * A product with its vendor. `body` is the request body to create the product, without the ids of its terms.
 */
export type CatalogEntry = { product: DemoProduct; vendor: VendorName; body: NewProduct }

/** The files in `data/products/`, each with its vendor. */
const files: [name: string, vendor: VendorName][] = [
  ['hand-tools', 'harbor'],
  ['measuring', 'harbor'],
  ['power-tools', 'harbor'],
  ['bolts-and-nuts', 'harbor'],
  ['screws-and-anchors', 'harbor'],
  ['safety', 'harbor'],
  ['electrical', 'harbor'],
  ['facility', 'harbor'],
  ['summit', 'summit'],
  ['keystone', 'keystone']
]

/**
 * Reads the demo's products, oldest first, with the files interleaved and products that wait for approval at
 * the end. Products with an age of their own follow.
 */
export async function readCatalog(): Promise<CatalogEntry[]> {
  const brands = await readData<Record<string, Brand>>('brands.json')
  const lists = await Promise.all(
    files.map(async ([name, vendor]) => {
      const products = await readData<DemoProduct[]>(`products/${name}.json`)
      return products.map((product, n) => ({ product, vendor, rank: (n + 0.5) / products.length }))
    })
  )
  const isPending = ({ product }: { product: DemoProduct }) => Number(product.status === 'PENDING_APPROVAL')
  const hasAge = ({ product }: { product: DemoProduct }) => Number(product.ageInDays !== undefined)
  const ordered = lists
    .flat()
    .sort((a, b) => hasAge(a) - hasAge(b) || isPending(a) - isPending(b) || a.rank - b.rank)
  // Variants are numbered across all products, because the number is part of the UPC.
  let variants = 0
  return ordered.map(({ product, vendor }) => {
    const brand = brands[product.body.brand]
    if (!brand) throw new Error(`brands.json has no brand ${product.body.brand}`)
    const body = bodyOf(product, brand, 10_000 + variants)
    variants += product.variants.length
    return { product, vendor, body }
  })
}

function bodyOf(product: DemoProduct, brand: Brand, firstItem: number): NewProduct {
  const { body, categories, variants } = product
  return {
    ...body,
    manufacturer: brand.manufacturer,
    pageTitle: `${body.name} | ${categories[0]}`,
    pageDescription: body.shortDescription,
    variants: variants.map((variant, n) => variantBody(product, variant, { brand, item: firstItem + n }))
  }
}

function variantBody(
  product: DemoProduct,
  [suffix, name, cost, msrp, weight, stock, more]: VariantRow,
  { brand, item }: { brand: Brand; item: number }
): NewVariant {
  const upc = `${brand.upc}${item}`
  return {
    sku: variantSku(product, suffix),
    name,
    weight: String(weight),
    vendorPrice: String(cost),
    listPrice: String(msrp),
    initialInventory: stock,
    isActive: !more?.retired,
    unitOfMeasure: product.unit,
    upc: `${upc}${checkDigit(upc, [3, 1])}`,
    partNumber: `${brand.code}${product.body.sku.replace(/\D/g, '')}-${suffix}`,
    attributes: { ...(product.option && { [product.option]: name }), ...product.attributes }
  }
}

function variantSku({ body }: DemoProduct, suffix: string): string {
  return `${body.sku}-${suffix}`
}

/** Returns the ids of a product's terms. Throws if there is no term with a given name. */
export function termIds(product: DemoProduct, terms: DemoTerm[]): TermIds {
  const idsOf = (kind: keyof TermIds, names: string[] = []) =>
    names.map((name) => {
      const term = terms.find((one) => one.kind === kind && one.name === name)
      if (!term) throw new Error(`${product.body.sku}: there is no ${name} in ${kind}`)
      return term.id
    })
  return {
    categoryIds: idsOf('categoryIds', product.categories),
    collectionIds: idsOf('collectionIds', product.collections),
    tagIds: idsOf('tagIds', product.tags),
    facetValueIds: idsOf('facetValueIds', product.facetValues)
  }
}

/** Draws and stores all pictures of the demo. Pictures of staged edits are private files. */
export async function drawCatalog(
  assets: AssetStore,
  { catalog, categories }: { catalog: CatalogEntry[]; categories: Marketplace['categories'] }
): Promise<DrawnPictures> {
  const live = [
    ...categories.map(({ picture }) => picture),
    ...catalog.flatMap(({ product }) => product.pictures)
  ]
  const staged = catalog.flatMap(({ product }) => product.revision?.pictures ?? [])
  const drawn = await Promise.all([
    drawPictures(assets, 'images', live),
    drawPictures(assets, 'pending', staged)
  ])
  return new Map(drawn.flatMap((pictures) => [...pictures]))
}

type SeededProduct = {
  product: DemoProduct
  id: string
  vendorId: string
  created: number
  draft: ProductDraft
}
type CatalogSeed = { catalog: CatalogEntry[]; people: Actors; drawn: DrawnPictures; now: number }

/** Inserts the demo's products, with their images, states and reviews. Their terms must exist. */
export async function seedCatalog(tx: Tx, { catalog, people, drawn, now }: CatalogSeed): Promise<void> {
  const terms = await listTerms(tx)
  const ranked = catalog.filter(({ product }) => product.ageInDays === undefined).length
  const seeded = catalog.map((entry, n): SeededProduct => {
    const { vendorId } = people.vendors[entry.vendor]
    const age = ageOf(entry.product, (ranked - n) / ranked)
    const id = demoId(`product ${entry.product.body.sku}`, age)
    const draft = { ...draftOf(entry, terms), id }
    return { product: entry.product, id, vendorId, created: now - age, draft }
  })
  for (const { vendorId } of Object.values(people.vendors)) {
    const drafts = seeded.filter((one) => one.vendorId === vendorId).map(({ draft }) => draft)
    const { inserted, parts } = insertDrafts(tx, vendorId, { drafts, origin: systemOrigin })
    await Promise.all([inserted, ...parts])
  }
  await setPartIds(tx)
  const variants = await listVariants(tx)
  const images = seeded.map((one) => imagesOf(one, { variants, drawn }))
  await Promise.all([
    insertImages(
      tx,
      images.flatMap(({ live }) => live)
    ),
    ...seeded.map(({ vendorId }, n) => {
      const pending = images[n]?.pending ?? []
      return pending.length > 0 && insertPendingImages(tx, vendorId, pending)
    }),
    updateStates(
      tx,
      seeded.map((one, n) => stateOf(one, { now, images: images[n]?.proposed ?? [] }))
    ),
    insertReviews(
      tx,
      seeded.flatMap((one) => reviewsOf(one, now))
    )
  ])
}

/** Sets the ids of all variants and documents. */
async function setPartIds(tx: Tx): Promise<void> {
  const [variants, documents] = await Promise.all([listVariants(tx), listDocuments(tx)])
  const ofVariants = variants.map(({ id, sku }) => ({ from: id, to: demoId(`variant ${sku}`, setupAge) }))
  const ofDocuments = documents.map(({ id, productId, sortOrder }) => ({
    from: id,
    to: demoId(`document ${productId} ${sortOrder}`, setupAge)
  }))
  await Promise.all([setIds(tx, 'variants', ofVariants), setIds(tx, 'product_documents', ofDocuments)])
}

/**
 * Returns the age of a product in milliseconds: at most 90 days, or 30 if it is pending. `left` is its
 * position in the catalog, falling from 1 for the oldest product to nearly 0 for the newest.
 */
function ageOf({ status, ageInDays }: DemoProduct, left: number): number {
  if (ageInDays !== undefined) return Math.round(ageInDays * day)
  return Math.round(status === 'PENDING_APPROVAL' ? left * 30 * day : 4 * day + left * 86 * day)
}

function draftOf({ product, body }: CatalogEntry, terms: DemoTerm[]): ProductDraft {
  const documents = (body.documents ?? []).map((one, n) => newDocument({ ...one, file: undefined }, n))
  return draftProduct({ ...body, ...termIds(product, terms) }, documents)
}

/**
 * Returns the images of a product: the live images, the images that its staged or rejected edit proposes, and
 * the private files of the proposed images that aren't live. The first image is primary.
 */
function imagesOf(
  { product, id, vendorId }: SeededProduct,
  { variants, drawn }: { variants: DemoVariant[]; drawn: DrawnPictures }
) {
  const variantIds = new Map(variants.filter((one) => one.productId === id).map((one) => [one.sku, one.id]))
  const describe = (picture: ProductPicture, sortOrder: number) => {
    const file = drawn.get(picture)
    if (!file) throw new Error(`${product.body.sku}: a picture has not been drawn`)
    const variantId = variantIds.get(variantSku(product, picture.variant ?? '')) ?? null
    const alt = altText(product, picture)
    const imageId = demoId(`image ${product.body.sku} ${sortOrder}`, setupAge - sortOrder)
    return { file, image: { id: imageId, variantId, alt, sortOrder, isPrimary: sortOrder === 0 } }
  }
  const live = product.pictures.map(describe)
  const added = (product.revision?.pictures ?? []).map((picture, n) => describe(picture, live.length + n))
  return {
    live: live.map(({ image, file }): DemoImage => ({ ...image, productId: id, vendorId, path: file.path })),
    proposed: [
      ...live.map(({ image }): StagedImage => ({ ...image, isNew: false })),
      ...added.map(({ image }): StagedImage => ({ ...image, isNew: true }))
    ],
    pending: added.map(({ image, file }) => ({
      ...{ id: image.id, productId: id },
      file: { path: file.path, preview: file.dataUri }
    }))
  }
}

function altText({ body: { name }, variants }: DemoProduct, { variant, crop }: ProductPicture): string {
  const shown = variants.find(([suffix]) => suffix === variant)?.[1]
  if (shown) return `${name}, ${shown}`
  return crop ? `${name}, detail` : name
}

/** Returns the state of a product. `images` are the images that its staged or rejected edit proposes. */
function stateOf(
  { product, id, created }: SeededProduct,
  { now, images }: { now: number; images: StagedImage[] }
): DemoState {
  const { status = 'PUBLISHED', reason = null, revision } = product
  const { pictures, ...texts } = revision ?? {}
  const proposed = revision ? { ...texts, ...(pictures && { images }) } : null
  const state = { id, status, createdAt: isoText(created), revision: null, stagedAt: null }
  if (status === 'PENDING_APPROVAL') return { ...state, updatedAt: state.createdAt, moderation: null }
  if (proposed && reason) {
    const decidedAt = isoText(now - 2 * day)
    return { ...state, updatedAt: decidedAt, moderation: storedRejection(proposed, reason, decidedAt) }
  }
  const decidedAt = isoText(created + 20 * hour)
  const moderation: StoredModeration = {
    decision: status === 'DRAFT' ? 'REJECTED' : 'APPROVED',
    ...{ target: 'PRODUCT', reason, decidedAt },
    reasons: reason === null ? [] : [{ code: null, pointer: null, imageId: null, text: reason }],
    ...{ fields: {}, proposed: null }
  }
  const stagedAt = proposed && isoText(now - 5 * hour - (created % (40 * hour)))
  return { ...state, updatedAt: stagedAt ?? decidedAt, revision: proposed, stagedAt, moderation }
}

/** Returns the reviews of a product, spread evenly over the time since its creation. */
function reviewsOf({ product, id, vendorId, created }: SeededProduct, now: number): DemoReview[] {
  const reviews = product.reviews ?? []
  return reviews.map(([rating, title, body, authorName], n) => {
    const at = created + ((now - created) * (n + 1)) / (reviews.length + 1)
    return { productId: id, vendorId, rating, title, body, authorName, createdAt: isoText(at) }
  })
}
