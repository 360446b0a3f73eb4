import type { PlatformCategoryNode, Purveyor } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../../session/session-context.tsx'

type Term = { id: string; name: string }
type Read = (platform: Purveyor['platform'], options: { signal: AbortSignal }) => Promise<Term[]>

/** For each field with ids of terms, how to read all terms of this kind. */
const reads: Record<string, Read> = {
  categoryIds: async (platform, options) =>
    (await platform.categories.list(options)).categories.flatMap(pathsOf),
  collectionIds: async (platform, options) => (await platform.collections.list(options)).collections,
  tagIds: async (platform, options) => (await platform.tags.list(options)).tags,
  facetValueIds: async (platform, options) =>
    (await platform.facets.list(options)).facets.flatMap((facet) =>
      facet.values.map(({ id, name }) => ({ id, name: `${facet.name}: ${name}` }))
    )
}

/** Returns a category and those below it, each with the names of those above it. */
function pathsOf(node: PlatformCategoryNode): Term[] {
  const below = node.children.flatMap(pathsOf)
  return [node, ...below.map(({ id, name }) => ({ id, name: `${node.name} › ${name}` }))]
}

/** Returns the names of the terms of a field by id, or undefined while they are read. */
export function useTermNames(field: string): Map<string, string> | undefined {
  const { purveyor } = useSignedIn()
  const read = reads[field]
  const { data, isError } = useQuery({
    queryKey: ['term-names', field],
    queryFn: ({ signal }) => read?.(purveyor.platform, { signal }) ?? [],
    staleTime: 60_000
  })
  if (isError) return new Map()
  return data && new Map(data.map(({ id, name }) => [id, name]))
}
