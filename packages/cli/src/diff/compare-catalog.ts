import type { Product, Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import { compareItem, nameOf, skuOf } from './changes.ts'
import type { FileItems } from './file-items.ts'
import type { Plan } from './plan.ts'

const pageSize = 100
/** How many products are looked up at the same time. */
const parallelLookups = 4

type Comparing = {
  context: Context
  purveyor: Purveyor
  items: FileItems
  plan: Plan
  /** Returns the column that sets a field, or the field if no column does. */
  column(field: string): string
}

/**
 * Compares the items of a file with the vendor's products, and adds to the plan what push would do. Reads all
 * products, 100 with each request. If the file has fewer rows than there would be requests, looks up each SKU
 * instead.
 */
export async function compareCatalog(comparing: Comparing): Promise<void> {
  const { purveyor, items, context } = comparing
  const { signal } = context
  const { estimatedTotalCount } = await purveyor.products.list({ first: 1 }, { signal }).page()
  const total = estimatedTotalCount ?? 0
  const isSmall = items.size < total / pageSize
  await (isSmall ? lookUpProducts(comparing, total) : readProducts(comparing, total))
  for await (const { row, item } of items.missing()) {
    await comparing.plan.add({ kind: 'create', row, code: skuOf(item) ?? null, name: nameOf(item) })
  }
}

async function readProducts(comparing: Comparing, total: number): Promise<void> {
  const { context, purveyor, plan } = comparing
  const progress = context.out.progress('Reading products', total)
  let read = 0
  try {
    const pages = purveyor.products.list({ first: pageSize }, { signal: context.signal }).byPage()
    for await (const { products } of pages) {
      for (const product of products) if (!(await compareProduct(comparing, product))) plan.counts.notInFile++
      read += products.length
      progress.update(read)
    }
  } finally {
    progress.stop()
  }
}

async function lookUpProducts(comparing: Comparing, total: number): Promise<void> {
  const { context, items, plan } = comparing
  const progress = context.out.progress('Looking up products', items.size)
  const skus = items.skus()
  let done = 0
  let found = 0
  const work = async () => {
    for (const sku of skus) {
      if (await lookUp(comparing, sku)) found++
      progress.update(++done)
    }
  }
  try {
    await Promise.all(Array.from({ length: parallelLookups }, work))
  } finally {
    progress.stop()
  }
  plan.counts.notInFile = Math.max(0, total - found)
  plan.counts.isExact = total < 1000
}

/** Compares the product with this SKU. The list also has products with a variant of this SKU. */
async function lookUp(comparing: Comparing, sku: string): Promise<boolean> {
  const { purveyor, context } = comparing
  for await (const product of purveyor.products.list({ sku }, { signal: context.signal })) {
    if (product.sku === sku) return compareProduct(comparing, product)
  }
  return false
}

/** Compares a product with its item. Returns false if the file has no such item. */
async function compareProduct({ items, plan, column }: Comparing, product: Product): Promise<boolean> {
  const found = await items.find(product.sku)
  if (!found) return false
  const { row, item } = found
  const { changes, faults } = compareItem(item, product)
  const about = { row, code: product.sku, name: nameOf(item) }
  if (faults.length > 0) {
    const listed = faults.map((fault) => ({ ...fault, row, column: column(fault.field), value: '' }))
    await plan.add({ kind: 'error', ...about, errors: listed })
  } else if (changes.length > 0) {
    await plan.add({ kind: 'update', ...about, productId: product.id, changes })
  } else plan.counts.unchanged++
  return true
}
