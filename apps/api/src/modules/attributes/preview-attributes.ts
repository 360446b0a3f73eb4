import type { Sql } from '../../db/connect.ts'
import { notFound, orNotFound } from '../../errors.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import { databaseNow } from '../../lib/clock.ts'
import { type CheckedKey, listNextKeys } from '../products/attributes/check-queries.ts'
import { readDefinitions } from '../products/attributes/definition-queries.ts'
import { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { listStoredAttributes, type StoredAttributes } from '../products/attributes/issue-queries.ts'
import { issuesOf } from '../products/attributes/product-issues.ts'
import { withListing } from './category-attributes.ts'
import { patchedDefinition } from './change-attributes.ts'
import { listVendorNames } from './preview-queries.ts'
import { type AttributePreview, maxExampleIssues, maxExamples, maxVendors } from './preview-schema.ts'
import { findAttribute, isCategory } from './queries.ts'
import { requireValid } from './require-valid.ts'
import type { Attribute, AttributePatch, CategoryAttributesInput } from './schema.ts'

// Checking a batch blocks other requests for some milliseconds.
const maxProductsPerBatch = 200

export type PreviewDeps = { sql: Sql; pace: BackgroundPace }
/** `signal` ends the preview early. `batchSize` replaces the size of the batches, for tests. */
export type PreviewOptions = { signal: AbortSignal; batchSize?: number }

/** A change of definitions. `categoryIds` and their subcategories have the products that it concerns. */
type Change = {
  current: AttributeDefinitions
  changed: AttributeDefinitions
  categoryIds: string[]
  /** The time at which products are checked, in milliseconds since 1970. */
  at: number
}

/**
 * Returns what a patch of an attribute would do to the stored products (contract 4.20). Throws 404 and 400 as the patch
 * would, and the reason of the signal if it aborts.
 */
export async function previewAttribute(
  deps: PreviewDeps,
  { id, patch }: { id: string; patch: AttributePatch },
  options: PreviewOptions
): Promise<AttributePreview> {
  const stored = orNotFound(await findAttribute(deps.sql, id))
  const definition = patchedDefinition(JSON.parse(stored) as Attribute, patch)
  await requireValid(deps.sql, definition, { id, faults: [] })
  const data = await readDefinitions(deps.sql)
  const attributes = data.attributes.map((one) => (one.id === id ? { id, ...definition } : one))
  const categoryIds = data.categoryAttributes
    .filter(({ attributeId }) => attributeId === id)
    .map((entry) => entry.categoryId)
  const current = new AttributeDefinitions(data)
  const changed = new AttributeDefinitions({ ...data, attributes })
  return previewChange(deps, { current, changed, categoryIds, at: databaseNow() }, options)
}

/**
 * Returns what other attributes of a category would do to the stored products, when the last of the new requirements is
 * enforced (contract 4.20). Throws 404 and 400 as the change would, and the reason of the signal if it aborts.
 */
export async function previewCategoryAttributes(
  deps: PreviewDeps,
  { id, input }: { id: string; input: CategoryAttributesInput },
  options: PreviewOptions
): Promise<AttributePreview> {
  if (!(await isCategory(deps.sql, id))) throw notFound()
  const current = new AttributeDefinitions(await readDefinitions(deps.sql))
  const { changed, entries } = withListing(current, { categoryId: id, entries: input.attributes })
  const at = entries.reduce((time, { enforcedFrom }) => Math.max(time, enforcedFrom ?? 0), databaseNow())
  return previewChange(deps, { current, changed, categoryIds: [id], at }, options)
}

/** Checks all products that a change concerns, in batches, as background work. */
export async function previewChange(
  { sql, pace }: PreviewDeps,
  change: Change,
  { signal, batchSize }: PreviewOptions
): Promise<AttributePreview> {
  const categoryIds = change.current.subtree(change.categoryIds).sort()
  const counts = new ChangeCounts(change, categoryIds)
  let after: CheckedKey | null = null
  do {
    signal.throwIfAborted()
    const limit = batchSize ?? pace.items(maxProductsPerBatch)
    const keys: CheckedKey[] = await pace.run(async () => {
      const listed = await listNextKeys(sql, { categoryIds, after, limit })
      const productIds = [...new Set(listed.map(({ productId }) => productId))]
      counts.add(listed, await listStoredAttributes(sql, productIds))
      return listed
    })
    after = keys.length < limit ? null : (keys.at(-1) ?? null)
  } while (after)
  return counts.preview(sql)
}

/** The counts of a preview. Its size depends only on the number of vendors. */
class ChangeCounts {
  private readonly change: Change
  private readonly categoryIds: Set<string>
  private readonly perVendor = new Map<string, number>()
  private readonly counted = { checked: 0, affected: 0, withoutIssuesNow: 0 }
  private readonly examples: AttributePreview['examples'] = []

  constructor(change: Change, categoryIds: string[]) {
    this.change = change
    this.categoryIds = new Set(categoryIds)
  }

  /** Counts the products of a batch. A product in several of the categories is counted in the first of them. */
  add(keys: CheckedKey[], products: StoredAttributes[]): void {
    const listed = new Set(keys.map(({ categoryId, productId }) => `${categoryId} ${productId}`))
    for (const product of products) {
      const [first] = product.categoryIds.filter((id) => this.categoryIds.has(id)).sort()
      if (first !== undefined && listed.has(`${first} ${product.id}`)) this.count(product)
    }
  }

  private count(product: StoredAttributes): void {
    const { current, changed, at } = this.change
    this.counted.checked++
    const [after] = issuesOf(changed, product, at)
    if (!after) return
    const [before] = issuesOf(current, product, at)
    const known = new Set(before?.issues.map(({ code, pointer }) => `${code} ${pointer}`))
    const issues = after.issues.filter(({ code, pointer }) => !known.has(`${code} ${pointer}`))
    if (issues.length === 0) return
    const { id: productId, vendorId } = product
    this.counted.affected++
    if (!before) this.counted.withoutIssuesNow++
    this.perVendor.set(vendorId, (this.perVendor.get(vendorId) ?? 0) + 1)
    if (this.examples.length < maxExamples)
      this.examples.push({ productId, vendorId, issues: issues.slice(0, maxExampleIssues) })
  }

  async preview(sql: Sql): Promise<AttributePreview> {
    const top = [...this.perVendor].sort(([, a], [, b]) => b - a).slice(0, maxVendors)
    const names = await listVendorNames(
      sql,
      top.map(([id]) => id)
    )
    const vendors = top.map(([id, products]) => ({ id, name: names.get(id) ?? '', products }))
    return { ...this.counted, vendors, vendorCount: this.perVendor.size, examples: this.examples }
  }
}
