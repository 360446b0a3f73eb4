import { columnName } from '@purveyor/spreadsheets'
import {
  type AttributeDefinition,
  attributeFieldName
} from '../../../../../../packages/client/src/catalog-file/attribute-fields.ts'
import { variantGroup } from '../../../../../../packages/client/src/catalog-file/fields.ts'
import type { Mapping } from '../../../../../../packages/client/src/catalog-file/mapping.ts'
import type { CatalogItem } from '../../../../../../packages/client/src/catalog-file/variant-item.ts'
import {
  productNames,
  variantNames
} from '../../../../../../packages/client/src/catalog-file/variant-names.ts'

/**
 * The columns of a sheet by the fields of items. Fields of variants have `*` in place of the index. The empty name stands for the
 * whole item.
 */
export type SheetColumns = Record<string, string>

/** The rows of an item: of the product, of its variants, and of fields of the product that come from a later row. */
export type ItemRows = { row: number; variants?: number[]; later?: Record<string, number> }

/** The cells of the items of a stored chunk, with one entry for each item. */
export type SheetCells = { columns: SheetColumns; items: ItemRows[] }

const variantPrefix = 'variants/*/'

/** Returns the columns of a sheet with this mapping. */
export function sheetColumns(
  { columns }: Mapping,
  definitions: readonly AttributeDefinition[]
): SheetColumns {
  const levels = new Map(definitions.map(({ code, level }) => [attributeFieldName(code), level]))
  const found: SheetColumns = {}
  for (const { column, index, field } of columns) {
    if (field === null) continue
    const letter = columnName(index + 1)
    for (const name of namesOf(field, { column, level: levels.get(field) })) found[name] ??= letter
  }
  found[''] = found.code ?? found.product_id ?? 'A'
  const group = columns.find(({ field }) => field === variantGroup)
  found.sku = group ? columnName(group.index + 1) : found['']
  return found
}

function namesOf(field: string, { column, level }: { column: string; level: string | undefined }): string[] {
  if (field === 'attribute') return [`${variantPrefix}attributes/${column}`]
  if (level !== undefined) return [field, ...(level === 'VARIANT' ? [`${variantPrefix}${field}`] : [])]
  if (field === 'category_ids') return [field, 'categoryIds']
  const [product, variant] = [productNames[field], variantNames[field]]
  return [field, ...(product ? [product] : []), ...(variant ? [variantPrefix + variant] : [])]
}

/** Returns the rows of an item. */
export function rowsOf({ rows, variants, sources, item }: CatalogItem): ItemRows {
  const row = rows[0].row.number
  if (item.variants === undefined) return { row }
  const later = [...sources].flatMap(([field, source]) => {
    const name = field === 'category_ids' ? 'categoryIds' : (productNames[field] ?? field)
    return source.row.number === row ? [] : [[name, source.row.number] as const]
  })
  return {
    row,
    variants: variants.map((variant) => variant.row.number),
    ...(later.length > 0 && { later: Object.fromEntries(later) })
  }
}

/**
 * Returns the name of the cell with a field of an item, such as "D17". If no column has the field, or if it is null, returns
 * the cell with the SKU.
 */
export function cellOfField(columns: SheetColumns, item: ItemRows, field: string | null): string {
  const [first, index, ...own] = (field ?? '').split('/')
  const variantRow = first === 'variants' && index !== undefined ? item.variants?.[Number(index)] : undefined
  const steps = variantRow === undefined ? (field ?? '').split('/') : ['variants', '*', ...own]
  for (let length = steps.length; length > 0; length--) {
    const name = steps.slice(0, length).join('/')
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column !== undefined && name !== '') return column + (variantRow ?? item.later?.[name] ?? item.row)
  }
  const sku = variantRow === undefined ? columns[''] : (columns[`${variantPrefix}sku`] ?? columns[''])
  return `${sku ?? 'A'}${variantRow ?? item.row}`
}
