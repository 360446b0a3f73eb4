import type { NewProduct } from '../modules/products/product-input.ts'
import type { TermIds } from '../modules/products/write/write-queries.ts'
import { brands } from './brands.ts'
import type { CatalogEntry } from './catalog.ts'
import type { DemoProduct, DemoVariant } from './demo-product.ts'
import { upcOf } from './upc.ts'

/** What a vendor would send to create a product of the demo (specification 4.1). */
export function demoBody({ product, variantsBefore }: CatalogEntry, ids: TermIds): NewProduct {
  const { sku, name, brand, warranty, leadTime, features, documents, videos } = product
  return {
    ...ids,
    ...Object.fromEntries((product.flags ?? []).map((flag) => [flag, true])),
    name,
    sku,
    brand,
    warranty,
    leadTime,
    documents,
    videos,
    shortDescription: product.short,
    description: product.description,
    keyFeatures: features,
    manufacturer: brands[brand].manufacturer,
    unspc: product.unspsc,
    commodityCode: product.commodity,
    countryOfOrigin: product.country,
    pageTitle: `${name} | ${product.categories[0]}`,
    pageDescription: product.short,
    variants: product.variants.map((variant, n) => variantBody(product, variant, variantsBefore + n))
  }
}

/** The SKU of the variant that has that suffix. */
export function variantSku({ sku }: DemoProduct, suffix: string): string {
  return `${sku}-${suffix}`
}

type VariantBody = NonNullable<NewProduct['variants']>[number]

function variantBody(product: DemoProduct, variant: DemoVariant, item: number): VariantBody {
  const [suffix, name, cost, msrp, weight, stock, more] = variant
  const { code, upc } = brands[product.brand]
  return {
    sku: variantSku(product, suffix),
    name,
    weight: String(weight),
    vendorPrice: String(cost),
    listPrice: String(msrp),
    initialInventory: stock,
    isActive: !more?.retired,
    unitOfMeasure: product.unit,
    upc: upcOf(upc, 10_000 + item),
    partNumber: `${code}${product.sku.replace(/\D/g, '')}-${suffix}`,
    attributes: product.option ? { [product.option]: name } : {}
  }
}
