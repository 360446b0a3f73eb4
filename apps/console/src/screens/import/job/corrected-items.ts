import type { UploadItem } from '@purveyor/client'
import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { findField } from '@purveyor/client/catalog-file/fields'
import type { Market } from '@purveyor/client/catalog-file/market'
import { readValue } from '@purveyor/client/catalog-file/values'
import type { CellEdit } from '../../../ui/grid/grid-types.ts'
import { columnOf, errorsOf, type FailedRow, valueAt, withValue } from './failed-rows.ts'
import type { FailedItem } from './use-failed-items.ts'

/** The texts that a person has typed, by the index of the item and the field, such as `variants/3/vendorPrice`. */
export type ItemEdits = Readonly<Record<number, Readonly<Record<string, string>>>>

/** Returns the value of a field as text for a cell. Categories are shown by their paths. */
export function textOfValue(column: string, value: unknown, categories: CategoryIndex): string {
  if (column === 'category_ids' && isIds(value))
    return (Array.isArray(value) ? value : String(value).split(','))
      .map((id) => id.trim())
      .map((id) => categories.pathOf(id).join(' > ') || id)
      .join('; ')
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isIds(value: unknown): boolean {
  return (
    ['string', 'number'].includes(typeof value) ||
    (Array.isArray(value) && value.every((id) => typeof id === 'string'))
  )
}

/** Returns the cells of a row that have a fault or were edited, by their columns. */
export function cellsOf(
  row: FailedRow,
  categories: CategoryIndex,
  edits: Readonly<Record<string, string>> = {},
  market?: Market
): Readonly<Record<string, CellEdit>> {
  const cells: Record<string, CellEdit> = {}
  for (const { field, message } of errorsOf(row)) {
    if (field === null) continue
    const column = columnOf(row, field)
    const [own = field, within] = splitField(row, field)
    const text = textOfValue(column, valueAt(row.item, own), categories)
    const earlier = cells[column]?.fault
    cells[column] = { text, fault: `${earlier ? `${earlier}; ` : ''}${within ? `${within} ` : ''}${message}` }
  }
  for (const [field, text] of Object.entries(edits)) {
    if (!isOwn(row, field)) continue
    const read = readCell(row.item, field, { text, categories, market })
    const column = columnOf(row, field)
    const before = textOfValue(column, valueAt(row.item, field), categories)
    cells[column] = { text, before, ...('problem' in read && { fault: read.problem }) }
  }
  return cells
}

/** True if the field is one of the row, and not one of a variant that has a row of its own. */
function isOwn(row: FailedRow, field: string): boolean {
  return row.path === '' ? !/^variants\/\d+\//.test(field) : field.startsWith(row.path)
}

/** Returns the field of the cell in which an error is, and where in its value the error is. */
function splitField({ path, variant }: FailedRow, field: string): [field: string, within: string] {
  const parts = field.slice(path.length).split('/')
  const length = variant !== undefined && parts[0] === 'attributes' ? 2 : 1
  return [path + parts.slice(0, length).join('/'), parts.slice(length).join('/')]
}

/** Returns the errors that aren't about one cell as one text. */
export function rowProblem(row: FailedRow): string {
  return errorsOf(row)
    .flatMap(({ message, field }) => (field === null ? [message] : []))
    .join('; ')
}

/** True if a text that was typed for the item can't be read. */
export function hasProblem(
  item: FailedItem,
  categories: CategoryIndex,
  edits: Readonly<Record<string, string>> = {},
  market?: Market
): boolean {
  return Object.entries(edits).some(
    ([field, text]) => 'problem' in readCell(item, field, { text, categories, market })
  )
}

type Read = { value: unknown } | { problem: string }
type Typed = { text: string; categories: CategoryIndex; market: Market | undefined }

/** Reads a text that was typed. The service checks everything else. */
function readCell(item: FailedItem, field: string, typed: Typed): Read {
  const { text, market } = typed
  if (text.trim() === '') return { value: undefined }
  const path = /^variants\/\d+\//.exec(field)?.[0] ?? ''
  const row: FailedRow = { item, path, ...(path && { variant: Number(path.split('/')[1]) }) }
  const kind = findField(columnOf(row, field))?.kind
  const hasVariants = Object.hasOwn(item.values, 'variants')
  if (kind === 'categories') return readCategories(typed, hasVariants)
  if (kind !== undefined) {
    const read = readValue(kind, text, { market })
    if (!read.ok) return { problem: read.message }
    return { value: hasVariants && kind === 'yes-or-no' ? read.value === 'Y' : read.value }
  }
  const before = valueAt(item, field)
  if (typeof before === 'string' || before === undefined) return { value: text.trim() }
  return readJson(text, before)
}

function readCategories({ text, categories }: Typed, isList: boolean): Read {
  const found = categories.find(text.trim())
  if (found.ok) return { value: isList ? found.ids : found.ids.join(',') }
  const problem =
    found.paths.length > 0 ? `could be ${found.paths.join(' or ')}` : 'is no category of the marketplace'
  return { problem }
}

/** A text that isn't JSON replaces a number or a truth value, but not a list or an object. */
function readJson(text: string, before: unknown): Read {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return typeof before === 'object' && before !== null
      ? { problem: 'must be valid JSON' }
      : { value: text.trim() }
  }
}

/** Returns an item as it is sent again. An emptied cell leaves the field out. The service checks the item. */
export function correctedItem(
  item: FailedItem,
  categories: CategoryIndex,
  edits: Readonly<Record<string, string>> = {},
  market?: Market
): UploadItem {
  let corrected: Record<string, unknown> = { ...item.values }
  for (const [field, text] of Object.entries(edits)) {
    const read = readCell(item, field, { text, categories, market })
    if ('value' in read) corrected = withValue(corrected, field, read.value)
  }
  return corrected as unknown as UploadItem
}
