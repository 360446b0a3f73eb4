import type { ListProductsQuery } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type Filters, queryOf } from '../../../ui/products/filters.ts'
import type { RowStore } from '../../../ui/products/row-store.ts'

/** How often to ask whether there are newer products or changes, in milliseconds. */
const askEveryMs = 30_000

/** Knows whether others have added or changed products since the rows were read. */
export function useNewer(store: RowStore, filters: Filters) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [seen, setSeen] = useState<string>()
  const since = [seen, store.latestChange]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  const query = { ...queryOf<ListProductsQuery>(filters), view: 'row', first: 1 } as const
  const { sort: _, ...newest } = query
  const key = ['catalog', 'newer', filters, since]
  const ask = () => purveyor.products.list({ ...newest, ...(since && { updatedAfter: since }) }).page()
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await ask()).products[0]?.updatedAt ?? null,
    enabled: store.count !== undefined,
    initialData: null,
    staleTime: askEveryMs,
    refetchInterval: askEveryMs
  })
  return {
    isNewer: data !== null,
    /** Forgets what has changed until now, such as by the person. */
    async forget(): Promise<void> {
      const latest = (await ask()).products[0]?.updatedAt
      if (latest) setSeen(latest)
      queries.setQueryData(key, null)
    },
    /** Returns true if the first product is another one now. */
    async isAdded(): Promise<boolean> {
      const [first] = (await purveyor.products.list(query).page()).products
      return first?.id !== store.rowAt(0)?.id
    }
  }
}
