import type { UploadItem } from '@purveyor/client'
import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { findField } from '@purveyor/client/catalog-file/fields'
import { readValue } from '@purveyor/client/catalog-file/values'
import type { CellEdit } from '../../../ui/grid/grid-types.ts'
import type { FailedItem } from './use-failed-items.ts'

/** The texts that a person has typed, by the index of the item and the name of the field. */
export type ItemEdits = Readonly<Record<number, Readonly<Record<string, string>>>>

/** Returns the fields that the items have, and those that their errors name: SKU and name first. */
export function fieldsOfItems(items: readonly FailedItem[]): string[] {
  const first = ['code', 'sku', 'product', 'name', 'vendor_price', 'amount']
  const found = new Set<string>()
  for (const { values, errors } of items) {
    for (const name of Object.keys(values)) found.add(name)
    for (const { field } of errors) if (field !== null) found.add(columnOf(field))
  }
  return [...first.filter((name) => found.has(name)), ...[...found].filter((name) => !first.includes(name))]
}

/** Returns the field of an item in which a fault is: `variants` for `variants/0/sku`. */
export function columnOf(field: string): string {
  return field.split('/', 1)[0] ?? field
}

/** Returns the value of a field as text for a cell. Categories are shown by their paths. */
export function textOfValue(field: string, value: unknown, categories: CategoryIndex): string {
  if (field === 'category_ids' && (typeof value === 'string' || typeof value === 'number'))
    return String(value)
      .split(',')
      .map((id) => categories.pathOf(id).join(' > ') || id)
      .join('; ')
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the cells of an item that have a fault or were edited. */
export function cellsOf(
  item: FailedItem,
  categories: CategoryIndex,
  edits: Readonly<Record<string, string>> = {}
): Readonly<Record<string, CellEdit>> {
  const cells: Record<string, CellEdit> = {}
  for (const { field, message } of item.errors) {
    if (field === null) continue
    const column = columnOf(field)
    const text = textOfValue(column, item.values[column], categories)
    const where = field === column ? '' : `${field.slice(column.length + 1)} `
    const earlier = cells[column]?.fault
    cells[column] = { text, fault: `${earlier ? `${earlier}; ` : ''}${where}${message}` }
  }
  for (const [column, text] of Object.entries(edits)) {
    const read = readCell(item, column, text, categories)
    const problem = 'problem' in read ? read.problem : undefined
    cells[column] = { text, ...(problem && { fault: problem }) }
  }
  return cells
}

/** Returns all errors of an item as one text. */
export function rowProblem({ errors }: FailedItem, labelOf: (field: string) => string): string {
  return errors
    .map(({ message, field }) => (field === null ? message : `${labelOf(columnOf(field))} ${message}`))
    .join('; ')
}

type Read = { value: unknown } | { problem: string }

/** Reads a text that was typed. The service checks everything else. */
function readCell(item: FailedItem, column: string, text: string, categories: CategoryIndex): Read {
  const field = Object.hasOwn(item.values, 'variants') ? undefined : findField(column)
  if (field?.kind === 'categories' && text.trim() !== '') {
    const found = categories.find(text.trim())
    if (found.ok) return { value: found.ids.join(',') }
    const problem =
      found.paths.length > 0 ? `could be ${found.paths.join(' or ')}` : 'is no category of the marketplace'
    return { problem }
  }
  if (field && field.kind !== 'categories') {
    const read = readValue(field.kind, text)
    return read.ok ? { value: read.value } : { problem: read.message }
  }
  if (text.trim() === '') return { value: undefined }
  if (typeof item.values[column] !== 'object' || item.values[column] === null) return { value: text.trim() }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'must be valid JSON' }
  }
}

/** Returns an item as it is sent again. An emptied cell leaves the field out. The service checks the item. */
export function correctedItem(
  item: FailedItem,
  categories: CategoryIndex,
  edits: Readonly<Record<string, string>> = {}
): UploadItem {
  const corrected: Record<string, unknown> = { ...item.values }
  for (const [column, text] of Object.entries(edits)) {
    const read = readCell(item, column, text, categories)
    if (!('value' in read)) continue
    if (read.value === undefined) delete corrected[column]
    else corrected[column] = read.value
  }
  return corrected as unknown as UploadItem
}
