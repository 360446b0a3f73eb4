import type { Fault } from '../errors.ts'

/** A fault of the body at a JSON Pointer (`/variants/0/sku`). The message completes "this field …". */
export function fault(pointer: string, code: string, message: string): Extract<Fault, { pointer: string }> {
  return { pointer, code, message }
}

/** A fault of a query or path parameter. */
export function parameterFault(parameter: string, code: string, message: string): Fault {
  return { parameter, code, message }
}

/** A fault for each entry that repeats an earlier one, at the later one's field. */
export function repeatedFaults(
  pointer: string,
  values: unknown[],
  options: { field?: string; code: string }
): Fault[] {
  const first = new Map<unknown, number>()
  return values.flatMap((value, index) => {
    if (value === undefined || value === null) return []
    const earlier = first.get(value)
    if (earlier === undefined) {
      first.set(value, index)
      return []
    }
    const place = options.field ? `${pointer}/${index}/${options.field}` : `${pointer}/${index}`
    return [fault(place, options.code, `repeats entry ${earlier}`)]
  })
}
