import { usedAttributes } from '@purveyor/client/catalog-file/attribute-columns'
import type { AttributeDefinition } from '@purveyor/client/catalog-file/attribute-fields'
import { shown } from '@purveyor/client/catalog-file/catalog-rows'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Output } from '../output/output.ts'

const maxNotSent = 12

/** Shows which field each column sets, with its first value, and which columns aren't sent. */
export function showMapping(out: Output, { file, mapping }: Pick<Catalog, 'file' | 'mapping'>): void {
  const sent = mapping.columns.filter(({ field }) => field !== null)
  const constants = Object.entries(mapping.map.constants)
  if (sent.length + constants.length === 0) return
  out.table(
    [{ title: 'Column' }, { title: 'Field' }, { title: 'First value' }],
    [
      ...sent.map(({ column, field, index }) => [column, field ?? '', shown(file.samples[index])]),
      ...constants.map(([field, value]) => ['(constant)', field, shown(value)])
    ]
  )
  const unsent = mapping.columns.filter(({ column, field }) => field === null && !column.startsWith('_'))
  if (unsent.length > 0) {
    const names = unsent
      .slice(0, maxNotSent)
      .map(({ column, note }) => (note ? `${column} (${note})` : column))
    const more = unsent.length > maxNotSent ? ` and ${unsent.length - maxNotSent} more` : ''
    out.line(out.dim(`Not sent: ${names.join(', ')}${more}`))
  }
  out.line()
}

/** Says that the file can't create products. */
export function noteUpdate(out: Output): void {
  out.note(
    'No column has the names of products, so the rows change products that exist. To create products, name the column ' +
      'with their names: --column "NAME=product".'
  )
}

/**
 * Says that an update sets the stock, if the file has a column with it. A file that is older than the last orders
 * would bring back pieces that are sold.
 */
export function noteStock(out: Output, { mapping }: Pick<Catalog, 'mapping'>): void {
  const stock = mapping.columns.find(({ field }) => field === 'amount')
  if (!stock) return
  const { column } = stock
  out.note(
    `Stock on hand is set from the column ${column}. If the file is older than your last orders, leave the column ` +
      `out: --column "${column}=".`
  )
}

/** Says that an update replaces attributes, if the file has columns with them. */
export function noteAttributes(out: Output, catalog: Pick<Catalog, 'mapping' | 'known'>): void {
  const isFree = catalog.mapping.columns.some(({ field }) => field === 'attribute')
  if (!isFree && usedAttributes(catalog).length === 0) return
  out.note(
    'The attributes of a row replace all attributes of its product and variant: those without a value in the row are ' +
      'removed. Rows without any attribute leave them unchanged.'
  )
}

/** Names attributes of the file that the marketplace doesn't define, for example because a code is misspelt. */
export function noteUndefined(
  out: Output,
  catalog: Pick<Catalog, 'mapping' | 'known'>,
  definitions: readonly AttributeDefinition[]
): void {
  const defined = new Set(definitions.map(({ code }) => code))
  const codes = usedAttributes(catalog).flatMap(({ code }) => (defined.has(code) ? [] : [code]))
  if (codes.length === 0) return
  out.note(`The marketplace does not define these attributes, so they are sent as text: ${codes.join(', ')}.`)
}
