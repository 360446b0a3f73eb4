import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { type SignedIn, useSignedIn } from '../../../../session/session-context.tsx'
import { pathText } from '../../../../ui/category-paths.ts'
import { categoriesQuery } from '../../../../ui/use-categories.ts'

type Names = ReadonlyMap<string, string>
type Read = (signedIn: SignedIn, context: QueryFunctionContext) => Promise<Names>

/** For each field with ids of terms, how to read the names of all terms of this kind. */
const reads: Record<string, Read> = {
  async categoryIds(signedIn, { client }) {
    const paths = await client.fetchQuery(categoriesQuery(signedIn))
    return new Map([...paths].map(([id, path]) => [id, pathText(path)]))
  },
  async collectionIds({ purveyor: { platform } }, { signal }) {
    return namesOf((await platform.collections.list({ signal })).collections)
  },
  async tagIds({ purveyor: { platform } }, { signal }) {
    return namesOf((await platform.tags.list({ signal })).tags)
  },
  async facetValueIds({ purveyor: { platform } }, { signal }) {
    const { facets } = await platform.facets.list({ signal })
    return namesOf(
      facets.flatMap((facet) => facet.values.map(({ id, name }) => ({ id, name: `${facet.name}: ${name}` })))
    )
  }
}

function namesOf(terms: { id: string; name: string }[]): Names {
  return new Map(terms.map(({ id, name }) => [id, name]))
}

/** Reads the names of the terms of a field by id. */
export function useTermNames(field: string) {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: ['term-names', field],
    queryFn: async (context): Promise<Names> => (await reads[field]?.(signedIn, context)) ?? new Map(),
    staleTime: 60_000
  })
}
