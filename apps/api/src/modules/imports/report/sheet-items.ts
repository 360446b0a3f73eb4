import {
  productNames,
  variantNames
} from '../../../../../../packages/client/src/catalog-file/variant-names.ts'
import { isRecord, listOf } from '../../../lib/shape.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import { JsonNumber, parseExactly } from '../../templates/attribute-cells.ts'
import type { ReportedItem } from './report.ts'

/**
 * The rows of an item in a sheet: one, or one for each of its variants. The values are by their keys: a field of flat items,
 * such as `vendor_price`, `attributes/` and the code of an attribute, or `other/` and the name of any other field.
 */
export type SheetItem = {
  rows: Map<string, unknown>[]
  /** The errors, with the index of their row. The key is null if an error concerns the whole item or variant. */
  faults: { row: number; key: string | null; fault: ItemFault }[]
}

/** The key of a submitted line that isn't a JSON object. */
export const lineKey = 'other/_line'

const productFields = inverse({ ...productNames, category_ids: 'categoryIds' })
const variantFields = inverse(variantNames)

function inverse(names: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(names).map(([field, name]) => [name, field]))
}

/** Returns the rows of a submitted item, as it was sent. `fields` are the fields of flat items that have columns. */
export function sheetItem({ line, errors }: ReportedItem, fields: ReadonlySet<string>): SheetItem {
  const item = parseLine(line)
  if (typeof item === 'string')
    return withFaults([new Map([[lineKey, item]])], errors, () => ({ row: 0, key: lineKey }))
  if (!Object.hasOwn(item, 'variants')) {
    const keyOf = (name: string) => (fields.has(name) ? name : `other/${name}`)
    return withFaults([valuesOf(item, keyOf)], errors, ([name = '', code]) => ({
      row: 0,
      key: name === 'attributes' && code !== undefined ? `attributes/${code}` : keyOf(name)
    }))
  }
  return variantRows(item, errors)
}

function variantRows({ variants, ...product }: Record<string, unknown>, errors: ItemFault[]): SheetItem {
  const ofProduct = (name: string) =>
    name === 'sku' ? 'variant_group' : (productFields.get(name) ?? `other/${name}`)
  const ofVariant = (name: string) => variantFields.get(name) ?? `other/${name}`
  const own = valuesOf(product, ofProduct)
  const rows = listOf(variants).map((variant) =>
    isObject(variant) ? valuesOf(variant, ofVariant) : new Map()
  )
  const group = own.get('variant_group')
  const [first = new Map(), ...others] = rows
  const merged = [
    new Map([...own, ...first]),
    ...others.map((row) => new Map([['variant_group', group], ...row]))
  ]
  return withFaults(merged, errors, ([name = '', index, field, code]) => {
    if (name !== 'variants' || index === undefined)
      return {
        row: 0,
        key: name === 'attributes' && index !== undefined ? `attributes/${index}` : ofProduct(name)
      }
    const key =
      field === 'attributes' && code !== undefined ? `attributes/${code}` : field && ofVariant(field)
    return { row: Math.min(Number(index) || 0, merged.length - 1), key: key ?? null }
  })
}

/** Returns the values of an object by their keys. Names that begin with `_` are those of an earlier report. */
function valuesOf(object: Record<string, unknown>, keyOf: (name: string) => string): Map<string, unknown> {
  return new Map(
    Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      if (name.startsWith('_') || value === null) return []
      if (name === 'attributes' && isObject(value))
        return Object.entries(value).flatMap(([code, one]) =>
          one === null ? [] : [[`attributes/${code}`, one]]
        )
      return [[keyOf(name), value]]
    })
  )
}

type Location = { row: number; key: string | null }

function withFaults(
  rows: Map<string, unknown>[],
  errors: ItemFault[],
  locate: (steps: string[]) => Location
): SheetItem {
  const faults = errors.map((fault) => ({
    ...(fault.field === null ? { row: 0, key: null } : locate(fault.field.split('/'))),
    fault
  }))
  return { rows, faults }
}

/** Returns the object of a line, or the text of a line that isn't one. */
function parseLine(line: string): Record<string, unknown> | string {
  try {
    const value = parseExactly(line)
    if (isObject(value)) return value
    return typeof value === 'string' ? value : line
  } catch {
    return line
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value instanceof JsonNumber)
}
