import type { CategoryText } from './catalog-rows.ts'
import { type FieldKind, findField, headerKey } from './fields.ts'
import type { Market } from './market.ts'
import { readValue } from './values.ts'

/** What is wrong with a value of a line. `field` is its path, such as `variants/3/vendorPrice`. */
export type LineFault = { field: string; value: unknown; code: string; message: string }

/** A line with `variants`, as it is sent. */
export type ProductLine = {
  item: Record<string, unknown>
  /** The categories, unless the line has their ids in `categoryIds`. */
  category: CategoryText | undefined
  faults: LineFault[]
}

/** The fields of variants whose texts are read like the cells of a file. */
const variantKinds: Readonly<Record<string, FieldKind>> = {
  vendorPrice: 'money',
  listPrice: 'money',
  weight: 'weight'
}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Reads a line with `variants`. It is sent as it is, without the fields that a report has added; but texts of prices and
 * weights, such as `350 g`, and categories by their names or paths are read like those of other lines.
 */
export function productOfLine(product: Record<string, unknown>, market: Market | undefined): ProductLine {
  const faults: LineFault[] = []
  const item: Record<string, unknown> = {}
  let category: CategoryText | undefined
  for (const [name, value] of Object.entries(product)) {
    if (name.startsWith('_')) continue
    const found = isCategoryField(name) ? categoryOf(value) : undefined
    if (found === undefined) item[name] = value
    else category ??= found
  }
  if (Array.isArray(product.variants))
    item.variants = product.variants.map((variant, index) =>
      isRecord(variant) ? readVariant(variant, { path: `variants/${index}`, market, faults }) : variant
    )
  return { item, category, faults }
}

const categoryNames = new Set(['category ids', ...(findField('category_ids')?.names ?? [])])

function isCategoryField(name: string): boolean {
  return categoryNames.has(headerKey(name))
}

/** Returns the categories that a value names, or undefined if it is a list of ids or no text. */
function categoryOf(value: unknown): CategoryText | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
  return isList && !value.every((one) => UUID.test(one.trim())) ? value : undefined
}

type Reading = { path: string; market: Market | undefined; faults: LineFault[] }

function readVariant(
  variant: Record<string, unknown>,
  { path, market, faults }: Reading
): Record<string, unknown> {
  const read = { ...variant }
  for (const [name, kind] of Object.entries(variantKinds)) {
    const value = variant[name]
    if (typeof value !== 'string' || value.trim() === '') continue
    const result = readValue(kind, value, { market })
    if (result.ok) read[name] = result.value
    else faults.push({ field: `${path}/${name}`, value, code: result.code, message: result.message })
  }
  return read
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
