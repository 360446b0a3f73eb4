import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { lowerCase, productFaults } from './rules.ts'

type Entry = Record<string, unknown>

/** What an update's body says wrongly by itself (specification 4.2). */
export function patchFaults(body: unknown): Fault[] {
  const { variants, variantStock, documents } = recordOf(body)
  const [variantEntries, stockEntries, documentEntries] = [variants, variantStock, documents].map((list) =>
    listOf(list).map(recordOf)
  ) as [Entry[], Entry[], Entry[]]
  return [
    ...productFaults(body),
    ...missingFaults('/variants', variantEntries, ['sku', 'name', 'vendorPrice']),
    ...repeatedIds('/variants', variantEntries, 'id'),
    ...repeatedIds('/variantStock', stockEntries, 'variantId'),
    ...missingFaults('/documents', documentEntries, ['title', 'type']),
    ...repeatedIds('/documents', documentEntries, 'id')
  ]
}

/** An entry without an id makes something new, which needs these fields. */
function missingFaults(place: string, entries: Entry[], fields: string[]): Fault[] {
  return entries.flatMap((entry, index) => {
    if (entry.id !== undefined && entry.id !== null) return []
    return fields
      .filter((field) => entry[field] === undefined)
      .map((field) => fault(`${place}/${index}/${field}`, 'REQUIRED', 'is required without an id'))
  })
}

function repeatedIds(place: string, entries: Entry[], field: string): Fault[] {
  const ids = entries.map((entry) => lowerCase(entry[field]))
  return repeatedFaults(place, ids, { field, code: 'REPEATED_ID' })
}
