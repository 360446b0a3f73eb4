import type { Product } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sentence } from '../../../ui/sentence.ts'
import type { VariantColumn, VariantRow } from './product-form.ts'

/** What may be wrong with a value of a column, such as a UPC. */
export type ValueWarning = { column: string; value: string; message: string }

/** Returns the warnings of a response to a change, with the values that were sent. */
export function warningsOf({ warnings = [] }: Product, body: object): ValueWarning[] {
  return warnings.flatMap(({ pointer = '', message }) => {
    const value = valueIn(body, pointer)
    const column = pointer.split('/').at(-1) ?? ''
    return typeof value === 'string' ? [{ column, value: value.trim(), message: sentence(message) }] : []
  })
}

/** Returns the value at a JSON Pointer. */
function valueIn(body: unknown, pointer: string): unknown {
  let value = body
  for (const step of pointer.split('/').slice(1))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined
  return value
}

/** Returns the warning about a cell, as long as it has the value that the warning is about. */
export function warningAt(
  warnings: readonly ValueWarning[],
  column: VariantColumn,
  row: VariantRow
): string | undefined {
  return warnings.find((one) => one.column === column && one.value === row[column].trim())?.message
}

const keyOf = (id: string | undefined) => ['product-warnings', id]
const none: ValueWarning[] = []

/** The warnings of the changes of a product in this tab. The service doesn't repeat them when the product is read. */
export function useWarnings(id: string | undefined): readonly ValueWarning[] {
  const { data = none } = useQuery<ValueWarning[]>({
    ...{ queryKey: keyOf(id), queryFn: () => none, enabled: false, gcTime: Number.POSITIVE_INFINITY }
  })
  return data
}

/** Returns a function that adds the warnings of a change. A change of other values doesn't repeat earlier ones. */
export function useStoreWarnings(): (id: string, warnings: ValueWarning[]) => void {
  const queries = useQueryClient()
  return (id, warnings) =>
    queries.setQueryData<ValueWarning[]>(keyOf(id), (earlier = none) => [...warnings, ...earlier])
}
