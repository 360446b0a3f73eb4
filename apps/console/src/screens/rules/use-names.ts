import { NotFound, type Purveyor } from '@purveyor/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { formatMoney, formatPercent } from '../../ui/format.ts'
import { categoryPaths } from './category-paths.ts'
import { maxNamed, type Wording } from './describe-conditions.ts'

/** Names change rarely, in milliseconds. */
const staleTime = 300_000

/** Reads the names of vendors. The name of a vendor that doesn't exist is null. */
export function useVendorNames(ids: readonly string[]): Map<string, string | null> {
  const { purveyor } = useSignedIn()
  const unique = [...new Set(ids)]
  const results = useQueries({
    queries: unique.map((id) => ({
      queryKey: ['vendor-name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readVendorName(purveyor, id, signal),
      staleTime
    }))
  })
  return new Map(
    unique.flatMap((id, index) => {
      const name = results[index]?.data
      return name === undefined ? [] : [[id, name] as const]
    })
  )
}

async function readVendorName(purveyor: Purveyor, id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await purveyor.platform.vendors.get(id, { signal })).name
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/** Reads the tree of categories. */
export function useCategories() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => purveyor.platform.categories.list({ signal }),
    staleTime,
    select: ({ categories }) => ({ tree: categories, paths: categoryPaths(categories) })
  })
}

/** Reads the currency of all costs. */
export function useCurrency(): string | undefined {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => purveyor.platform.settings.get({ signal }),
    staleTime
  })
  return data?.currency
}

/** Returns what the sentences of these conditions need. Names that are being read are undefined. */
export function useWording(conditions: readonly { vendorIds?: string[] }[]): Wording {
  const vendors = useVendorNames(conditions.flatMap(({ vendorIds = [] }) => vendorIds.slice(0, maxNamed + 1)))
  const { data: categories } = useCategories()
  const currency = useCurrency()
  return {
    texts: t.rules,
    vendor: (id) => vendors.get(id),
    category: (id) => (categories ? (categories.paths.get(id)?.at(-1) ?? null) : undefined),
    money: (amount) => (currency && Number.isFinite(Number(amount)) ? formatMoney(amount, currency) : amount),
    percent: formatPercent
  }
}
