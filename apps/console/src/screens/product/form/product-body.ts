import type {
  DocumentPatch,
  NewProduct,
  NewVariant,
  ProductPatch,
  VariantPatch,
  VariantStock
} from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'
import { attributeMap } from '../../../ui/attributes/attribute-values.ts'
import { pointDecimal } from '../../../ui/decimal.ts'
import {
  type DocumentRow,
  emptyForm,
  flags,
  isSame,
  type ProductForm,
  termFields,
  textFields,
  type VariantColumn,
  type VariantRow,
  variantColumns
} from './product-form.ts'

/** The body of a request, and the key of the row of the form behind each entry of its lists. */
export type Sent<Body> = { body: Body; rows: Record<string, string[]> }

/** The contents of the files of documents in base64, by the key of the row. */
export type Files = ReadonlyMap<string, string>

/** Returns what a form changes. Fields that are the same in `base` are left out. */
export function patchOf(base: ProductForm, form: ProductForm, files: Files = new Map()): Sent<ProductPatch> {
  const body: Record<string, unknown> = {}
  const rows: Sent<ProductPatch>['rows'] = {}
  for (const field of textFields)
    if (form[field] !== base[field])
      body[field] = isRequired(field) ? form[field].trim() : textOrNull(form[field])
  for (const flag of flags) if (form[flag] !== base[flag]) body[flag] = form[flag]
  for (const field of termFields) if (!isSame(form[field], base[field])) body[field] = form[field]
  if (form.leadTime !== base.leadTime) body.leadTime = numberOf(form.leadTime)
  if (!isSame(form.attributes, base.attributes)) body.attributes = attributeMap(form.attributes)
  addLists({ base, form, files }, body, rows)
  addVariants(base.variants, form.variants, body, rows)
  return { body: body as ProductPatch, rows }
}

/** Returns the body that creates a product. */
export function newProductOf(form: ProductForm, files: Files = new Map()): Sent<NewProduct> {
  const { body, rows } = patchOf({ ...emptyForm(), variants: [] }, form, files)
  const { name, sku } = form
  return { body: { ...(body as NewProduct), name: name.trim(), sku: sku.trim() }, rows }
}

function isRequired(field: string): boolean {
  return field === 'name' || field === 'sku'
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text
}

/** Returns the number of a text, or the text itself, so that the service says what is wrong with it. */
function numberOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}

type Lists = { base: ProductForm; form: ProductForm; files: Files }

function addLists(
  { base, form, files }: Lists,
  body: Record<string, unknown>,
  rows: Record<string, string[]>
): void {
  if (!isSame(form.keyFeatures, base.keyFeatures)) {
    const filled = form.keyFeatures.filter(({ text }) => text.trim() !== '')
    body.keyFeatures = filled.map(({ text }) => text.trim())
    rows.keyFeatures = keysOf(filled)
  }
  if (!isSame(form.videos, base.videos)) {
    const filled = form.videos.filter(({ url, title }) => url.trim() !== '' || title.trim() !== '')
    body.videos = filled.map(({ url, title }) => ({ url: url.trim(), title: textOrNull(title) }))
    rows.videos = keysOf(filled)
  }
  if (!isSame(form.documents, base.documents)) {
    body.documents = form.documents.map((row, index) => documentOf(row, index, files))
    rows.documents = keysOf(form.documents)
  }
}

function keysOf(rows: readonly { key: string }[]): string[] {
  return rows.map(({ key }) => key)
}

function documentOf({ id, key, title, type, url }: DocumentRow, index: number, files: Files): DocumentPatch {
  const base64Document = files.get(key)
  return {
    ...(id !== undefined && { id }),
    title: title.trim(),
    type: type.trim(),
    url: textOrNull(url.trim()),
    sortOrder: index,
    ...(base64Document !== undefined && { base64Document })
  }
}

function addVariants(
  base: readonly VariantRow[],
  form: readonly VariantRow[],
  body: Record<string, unknown>,
  rows: Record<string, string[]>
): void {
  const variants: [string, VariantPatch | NewVariant][] = []
  const stock: [string, VariantStock][] = []
  for (const row of form) {
    const before = base.find(({ key }) => key === row.key)
    const patch = before ? changesOf(before, row) : newVariantOf(row)
    if (Object.keys(patch).length > 0) variants.push([row.key, row.id ? { id: row.id, ...patch } : patch])
    if (before && row.id && before.stock !== row.stock) stock.push([row.key, stockOf(row.id, before, row)])
  }
  if (variants.length > 0) {
    body.variants = variants.map(([, variant]) => variant)
    rows.variants = variants.map(([key]) => key)
  }
  if (stock.length > 0) {
    body.variantStock = stock.map(([, entry]) => entry)
    rows.variantStock = stock.map(([key]) => key)
  }
}

/**
 * The stock is changed only if it is still what the person has seen: orders change it too. An emptied field is no stock of
 * 0: the service asks for a number.
 */
function stockOf(variantId: string, before: VariantRow, row: VariantRow): VariantStock {
  const quantity = numberOf(row.stock) as number
  return { variantId, quantity, expected: Number(before.stock) }
}

const amounts = new Set<string>(['vendorPrice', 'listPrice'])

/** Returns the text of a column as the API takes it. Spreadsheets copy amounts with the sign of their currency. */
function textIn(row: VariantRow, column: VariantColumn): string {
  if (amounts.has(column)) return pointDecimal(row[column].replaceAll(/\p{Sc}/gu, ''))
  return column === 'weight' ? pointDecimal(row[column]) : row[column].trim()
}

const requiredColumns = ['sku', 'name', 'vendorPrice'] as const
const optionalColumns = variantColumns.filter(
  (column) => column !== 'stock' && !requiredColumns.some((required) => required === column)
)

function changesOf(before: VariantRow, row: VariantRow): VariantPatch {
  const patch: Record<string, unknown> = {}
  for (const column of requiredColumns)
    if (row[column] !== before[column]) patch[column] = textIn(row, column)
  for (const column of optionalColumns)
    if (row[column] !== before[column]) patch[column] = textOrNull(textIn(row, column))
  if (row.isActive !== before.isActive) patch.isActive = row.isActive
  if (!isSame(row.attributes, before.attributes)) patch.attributes = changedAttributes(before, row)
  return patch
}

function newVariantOf(row: VariantRow): NewVariant {
  const optional = optionalColumns
    .filter((column) => row[column].trim() !== '')
    .map((column) => [column, textIn(row, column)])
  const initialInventory = numberOf(row.stock) as number | null
  return {
    sku: row.sku.trim(),
    name: row.name.trim(),
    vendorPrice: textIn(row, 'vendorPrice'),
    ...Object.fromEntries(optional),
    ...(initialInventory !== null && { initialInventory }),
    ...(row.isActive ? {} : { isActive: false }),
    ...(row.attributes.length > 0 && { attributes: attributeMap(row.attributes) })
  }
}

/** The UNSPSC code stays unless the attributes contain it, so a removed code is sent as null. */
function changedAttributes(before: VariantRow, row: VariantRow): Record<string, unknown> {
  const attributes = attributeMap(row.attributes)
  const isRemoved = 'unspc' in attributeMap(before.attributes) && !('unspc' in attributes)
  return isRemoved ? { ...attributes, unspc: null } : attributes
}

const moderated = new Set<string>(moderatedFields)

/** Splits the changed fields of a live product into those that wait for approval and those that apply at once. */
export function effectsOf(body: ProductPatch): { waiting: string[]; immediate: string[] } {
  const fields = Object.keys(body)
  return {
    waiting: fields.filter((field) => moderated.has(field)),
    immediate: [
      ...new Set(
        fields
          .filter((field) => !moderated.has(field))
          .map((field) => (field === 'variantStock' ? 'variants' : field))
      )
    ]
  }
}
