import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type AttributeFields, fieldsOfSchema, joinFields } from '../../../ui/attributes/attribute-field.ts'

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
