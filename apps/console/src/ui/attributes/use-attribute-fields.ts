import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { type AttributeFields, fieldsOfSchema, joinFields } from './attribute-field.ts'
import { useDefinedFields } from './use-attribute-definitions.ts'

/** The attributes of the chosen categories. `isPending` is true until all of them are known. */
export type CategoryFields = AttributeFields & {
  isPending: boolean
  error: unknown
  retry: () => void
}

/** Reads what the products of categories need, from their schemas. */
export function useAttributeFields(categoryIds: readonly string[]): CategoryFields {
  const { purveyor } = useSignedIn()
  return useQueries({
    queries: categoryIds.map((id) => ({
      queryKey: ['category-schema', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        fieldsOfSchema(await purveyor.categories.schema(id, { signal })),
      staleTime: 60_000
    })),
    combine
  })
}

function combine(results: UseQueryResult<AttributeFields>[]): CategoryFields {
  const failed = results.filter(({ error, data }) => error && !data)
  return {
    ...joinFields(results.flatMap(({ data }) => data ?? [])),
    isPending: results.some(({ isPending }) => isPending),
    error: failed[0]?.error,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    }
  }
}

/**
 * Returns the attributes with which the values of a product are shown: for vendors those of its categories, and for the
 * operator all that are defined.
 */
export function useShownFields(categoryIds: readonly string[]): AttributeFields {
  const isOperator = useSignedIn().side === 'platform'
  const { fields } = useDefinedFields(isOperator)
  const ofCategories = useAttributeFields(isOperator ? [] : categoryIds)
  return isOperator ? { product: fields, variant: fields } : ofCategories
}
