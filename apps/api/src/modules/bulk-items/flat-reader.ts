import { countryCodeOf } from '../../lib/countries.ts'
import { type DecimalBounds, MONEY, WEIGHT } from '../../lib/decimal.ts'
import type { FlatTarget } from '../products/fields/flat-fields.ts'
import { upcProblem } from '../products/upc-warnings.ts'
import type { ItemFields, Presence } from './item-fields.ts'

/** Reads one field of an item: see `ItemFields`. */
export type FlatReader = (fields: ItemFields) => string | number | boolean | undefined

/** Returns a function that reads a field of flat items by the kind and the limits of the field that it sets. */
export function flatReader(
  { field, flat }: Pick<FlatTarget, 'field' | 'flat'>,
  presence: Presence
): FlatReader {
  const { kind, min, max } = field
  const { name, takesNumbers } = flat
  if (field.isUpc || field.isCountry) return checkedReader({ field, flat }, presence)
  switch (kind) {
    case 'line':
    case 'text': {
      if (max === undefined) break
      const bounds = { ...(presence === 'required' && min !== undefined && { min }), max, presence }
      return takesNumbers ? (fields) => fields.code(name, bounds) : (fields) => fields.line(name, bounds)
    }
    case 'money':
      return decimalReader(name, { ...MONEY, presence })
    case 'weight':
      return decimalReader(name, { ...WEIGHT, presence })
    case 'whole': {
      const bounds = { presence }
      return (fields) => fields.whole(name, bounds)
    }
    case 'flag':
      return (fields) => fields.boolean(name)
  }
  throw new Error(`${name} can't be a field of flat items, because it has the kind ${kind}.`)
}

/** Returns a function that reads a text which is checked or converted beyond the limits of its kind. */
function checkedReader(
  { field: { isUpc, isCountry, ...field }, flat }: Pick<FlatTarget, 'field' | 'flat'>,
  presence: Presence
): FlatReader {
  const read = flatReader({ field, flat }, presence)
  if (isCountry)
    return (fields) => {
      const text = read(fields)
      return typeof text === 'string' ? (countryCodeOf(text) ?? text) : text
    }
  return (fields) => {
    const upc = read(fields)
    const problem = upcProblem(upc)
    return problem && !fields.mayHave(flat.name, problem) ? undefined : upc
  }
}

function decimalReader(name: string, bounds: DecimalBounds & { presence: Presence }): FlatReader {
  return (fields) => fields.decimal(name, bounds)
}
