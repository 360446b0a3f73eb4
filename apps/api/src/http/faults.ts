import type { Fault } from '../errors.ts'
import { inLowerCase, listOf, recordOf } from '../lib/shape.ts'

/**
 * Creates a fault of the body. The pointer is a JSON Pointer such as `/variants/0/sku`. The message completes
 * a sentence that begins with the name of the field, such as "must be a UUID".
 */
export function fault(pointer: string, code: string, message: string): Extract<Fault, { pointer: string }> {
  return { pointer, code, message }
}

/**
 * Creates a fault of a query, path or header parameter. The message completes a sentence that begins with the
 * parameter's name.
 */
export function parameterFault(parameter: string, code: string, message: string): Fault {
  return { parameter, code, message }
}

/** Creates a fault of an entry of a list in the query, such as `ids`. `index` counts from 0. */
export function entryFault(parameter: string, index: number, [code, message]: [string, string]): Fault {
  return parameterFault(parameter, code, `(entry ${index + 1}) ${message}`)
}

/**
 * Returns a fault for each value in a list that is equal to an earlier value. `pointer` is the JSON Pointer
 * of the list. `values` are the entries of the list or, if `field` is set, the values of this field in the
 * entries. Null and undefined may be repeated.
 */
export function repeatedFaults(
  pointer: string,
  values: unknown[],
  options: { field?: string; code: string }
): ReturnType<typeof fault>[] {
  const first = new Map<unknown, number>()
  return values.flatMap((value, index) => {
    if (value === undefined || value === null) return []
    const earlier = first.get(value)
    if (earlier === undefined) {
      first.set(value, index)
      return []
    }
    const repeated = options.field ? `${pointer}/${index}/${options.field}` : `${pointer}/${index}`
    return [
      fault(repeated, options.code, `must be unique, but the entry at index ${earlier} has the same value`)
    ]
  })
}

/** Returns a fault for each entry of the body's `ids` that is repeated. The case of the ids doesn't matter. */
export function repeatedIdFaults(body: unknown): Fault[] {
  return repeatedFaults('/ids', listOf(recordOf(body).ids).map(inLowerCase), { code: 'REPEATED_ID' })
}
