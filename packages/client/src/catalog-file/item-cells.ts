import { attributeFieldName } from './attribute-fields.ts'
import { type CatalogRow, columnOf } from './catalog-rows.ts'
import { variantGroup } from './fields.ts'
import type { Mapping } from './mapping.ts'
import type { CatalogItem } from './variant-item.ts'
import { productNames, variantNames } from './variant-names.ts'

/** Returns the fields of a row that are shown for it: its own, and those of the product that come from this row. */
export function ownFields(
  { item, variants, sources }: CatalogItem,
  row: CatalogRow
): Record<string, unknown> {
  if (item.variants === undefined || row.row.product) return row.item
  const own = Object.entries(row.item).filter(
    ([field]) => !Object.hasOwn(productNames, field) || sources.get(field) === row
  )
  const variant = (item.variants as Record<string, unknown>[])[variants.indexOf(row)]
  const images = sources.get('images') === row && item.images !== undefined ? { images: item.images } : {}
  const { name, attributes } = variant ?? {}
  const ids = sources.get('category_ids') === row ? (item.categoryIds as string[] | undefined) : undefined
  const computed = {
    ...(ids && { category_ids: ids.join(',') }),
    ...(variant && { variant_name: name }),
    ...(attributes !== undefined && { attribute: attributes })
  }
  return { ...Object.fromEntries(own), ...images, ...computed }
}

/** A cell of a file. `column` is null if no column has the field, or if the error isn't about one field. */
export type FileCell = { row: number; column: string | null; field: string | null }

/**
 * Returns the cell of a file to which an error of the service refers. `field` is that of the error, such as
 * `variants/3/vendorPrice`.
 */
export function findCell(item: CatalogItem, mapping: Mapping, field: string | null): FileCell {
  const [first] = item.rows
  const none = { row: first.row.number, column: null, field }
  if (field === null || first.row.product) return none
  const [name = '', index, ...own] = field.split('/')
  const attribute = attributeOfPath(field)
  if (item.variants.length === 0) return { ...none, column: columnOf(mapping, attribute ?? field) }
  if (attribute !== undefined) return cellAt(item.sources.get(attribute) ?? first, mapping, attribute)
  const variant = name === 'variants' ? item.variants[Number(index)] : undefined
  if (variant) return variantCell(variant, { item, mapping, own })
  const isGrouped = first.item[variantGroup] !== undefined
  const known = ['sku', 'variants'].includes(name)
    ? isGrouped
      ? variantGroup
      : 'code'
    : fileField({ ...productNames, category_ids: 'categoryIds' }, name)
  return cellAt(item.sources.get(known ?? '') ?? first, mapping, known)
}

/**
 * Returns the field of the file for a path such as `attributes/colors/1` in an error of the service. Undefined if the path
 * isn't that of an attribute.
 */
export function attributeOfPath(path: string): string | undefined {
  const [name, key] = path.split('/')
  return name === 'attributes' && key !== undefined ? attributeFieldName(unescaped(key)) : undefined
}

type OfVariant = { item: CatalogItem; mapping: Mapping; own: string[] }

function variantCell(row: CatalogRow, { item, mapping, own: [name = '', key] }: OfVariant): FileCell {
  const column = [...item.attributes].find(([, one]) => one === unescaped(key))?.[0]
  if (name === 'attributes' && column !== undefined)
    return { row: row.row.number, column, field: 'attribute' }
  const attribute = key === undefined ? undefined : attributeOfPath(`${name}/${key}`)
  const cell = cellAt(row, mapping, attribute ?? fileField(variantNames, name))
  if (cell.column !== null || name !== 'name') return cell
  // A variant without a name of its own is named after its attributes.
  const [named = null] = Object.keys(row.item.attribute ?? {})
  return named === null ? cell : { ...cell, column: named, field: 'attribute' }
}

function fileField(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(names).find(([, one]) => one === name)?.[0]
}

function cellAt({ row }: CatalogRow, mapping: Mapping, field: string | undefined): FileCell {
  return { row: row.number, column: columnOf(mapping, field ?? null), field: field ?? null }
}

function unescaped(part = ''): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
