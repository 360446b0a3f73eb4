import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { type AttributeField, fieldOfDefinition } from './attribute-field.ts'

/** The keys of the queries of definitions. */
export const attributeKeys = {
  all: ['attributes'],
  list: ['attributes', 'list'],
  one: (id: string) => ['attributes', 'one', id],
  category: (id: string) => ['attributes', 'category', id]
}

/** Reads all definitions, sorted by code. For operators. */
export function useAttributeDefinitions(isNeeded = true) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: attributeKeys.list,
    queryFn: async ({ signal }) => (await purveyor.platform.attributes.list({}, { signal })).attributes,
    enabled: isNeeded,
    staleTime: 60_000
  })
}

/** Returns all definitions as fields, to show values with their labels and units. None if they can't be read. */
export function useDefinedFields(isNeeded = true): { fields: AttributeField[]; isPending: boolean } {
  const { data, isPending } = useAttributeDefinitions(isNeeded)
  const fields = useMemo(() => (data ?? []).map(fieldOfDefinition), [data])
  return { fields, isPending }
}
