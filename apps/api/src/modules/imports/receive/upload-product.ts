import type { Fault } from '../../../errors.ts'
import { type Check, createSchemaCompiler } from '../../../http/body/request-schemas.ts'
import { withRuleFaults } from '../../../http/body/validation.ts'
import { fault } from '../../../http/faults.ts'
import { ref } from '../../../http/schema.ts'
import { cleanHtml } from '../../../lib/html.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'
import type { CheckedItem } from '../../bulk-items/item-batch.ts'
import { ItemFields, type ItemRules, itemFault } from '../../bulk-items/item-fields.ts'
import type { TermIds } from '../../products/fields/terms.ts'
import type { NewProduct } from '../../products/product-input.ts'
import { productFaults, replaceDescription } from '../../products/rules.ts'
import { upcFaults } from '../../products/upc-warnings.ts'
import { termIdsOf } from '../../products/write/references.ts'
import { UploadProduct } from '../upload-schema.ts'
import { readImages } from './image-urls.ts'

export { productFieldHints } from '../upload-schema.ts'

/**
 * A checked item with the fields of `POST /vendor/products`, as stored in `import_chunks.prepared`.
 */
export type PreparedProduct = {
  sku: string
  /**
   * The ids of the product's categories, collections, tags and facet values, in lower case. Not named `terms`,
   * because the items of `insertProducts` have another field of this name.
   */
  termIds: TermIds
  /** The valid body, with sanitised HTML. */
  product: NewProduct
  /** At most 20 absolute http(s) URLs. */
  images?: string[] | undefined
  /** True if the product or a variant has attributes. */
  hasAttributes?: true
}

let schemaCheck: Check | undefined

/**
 * Checks an item that has the fields of `POST /vendor/products` (contract 4.4), by the same rules as that
 * endpoint (contract 4.1). Replaces text and decimals in the item by their normalised form.
 */
export function checkUploadProduct(item: Record<string, unknown>, rules: ItemRules): CheckedItem {
  const own = Object.entries(item).filter(([name]) => !name.startsWith('_') && name !== 'images')
  const product: Record<string, unknown> = Object.fromEntries(own)
  const imageFields = new ItemFields(item, rules)
  const images = readImages(imageFields)
  const { faults: valid, isComplete } = productItemFaults(product)
  const upcs = upcFaults(product)
  const found = rules.refusesUpcs ? [...valid, ...upcs] : valid
  const warnings = [...(rules.refusesUpcs ? [] : upcs.map(itemFault)), ...(imageFields.warnings ?? [])]
  const faultCount = found.length + imageFields.faultCount
  const imageFaults = imageFields.errors.map(({ code, message }) => fault('/images', code, message))
  const faults = [...found, ...imageFaults].slice(0, rules.maxFaults)
  const { sku } = product
  // If there are more faults than can be listed, the SKU may not have been checked.
  const isChecked = found.length <= rules.maxFaults && !faults.some(({ pointer }) => pointer === '/sku')
  const identifiers = isChecked && typeof sku === 'string' ? { sku } : {}
  const checked = {
    ...{ errors: faults.map(itemFault), faults, faultCount, isCountExact: isComplete },
    ...{ identifiers, code: identifiers.sku, codeField: 'sku' },
    warnings: warnings.length > 0 ? warnings : undefined
  }
  if (faultCount > 0) return { ...checked, prepared: {} }
  const body = product as NewProduct
  const terms = termIdsOf(body)
  const { attributes, variants } = body
  const sendsAttributes = [body, ...(variants ?? [])].some((one) => one.attributes)
  const prepared: PreparedProduct = {
    ...{ sku: body.sku, termIds: terms, product: body, images },
    ...(sendsAttributes && { hasAttributes: true })
  }
  return {
    ...{ ...checked, terms, fileCount: fileCountOf(body), prepared },
    ...(sendsAttributes && {
      attributes: {
        ...{ categoryIds: terms.categoryIds, attributes },
        variants: (variants ?? []).map((variant) => ({ attributes: variant.attributes }))
      }
    })
  }
}

type PointerFault = Extract<Fault, { pointer: string }>

/**
 * Returns the faults that `POST /vendor/products` would report for the body without the database. `isComplete` is
 * false if there may be more.
 */
function productItemFaults(product: Record<string, unknown>): {
  faults: PointerFault[]
  isComplete: boolean
} {
  schemaCheck ??= createSchemaCompiler()(ref(UploadProduct))
  const found = schemaCheck(product)
  // If the search stopped early, the product may still contain a list that is too long for the rules.
  if (!found.isComplete) return found
  const { description } = product
  const ruleFaults = [
    ...(typeof description === 'string' ? replaceDescription(product, cleanHtml(description)) : []),
    ...productFaults(product)
  ]
  return withRuleFaults(found, ruleFaults) as { faults: PointerFault[]; isComplete: boolean }
}

function fileCountOf({ documents }: NewProduct): number {
  return listOf(documents).filter((one) => typeof recordOf(one).base64Document === 'string').length
}
