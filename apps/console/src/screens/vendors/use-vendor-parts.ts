import type { Vendor } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementKey } from '../../ui/statements/statement-key.ts'

const refetchInterval = 60_000
const newest = 20

const keyOf = (id: string, ...part: string[]) => ['vendors', 'of', id, ...part]

/** Reads the figures of a vendor for the last 30 days. */
export function useFigures(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(id, 'figures'),
    queryFn: ({ signal }) => purveyor.platform.vendors.figures(id, {}, { signal }),
    refetchInterval
  })
}

/** Reads the products of a vendor that changed last. */
export function useNewestProducts(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(vendorId, 'products'),
    async queryFn({ signal }) {
      const query = { vendorId, view: 'row', sort: '-updatedAt', first: newest } as const
      return (await purveyor.platform.products.list(query, { signal }).page()).products
    },
    refetchInterval
  })
}

/** Reads the newest orders with products of a vendor. */
export function useNewestOrders(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(vendorId, 'orders'),
    queryFn: async ({ signal }) =>
      (await purveyor.platform.orders.list({ vendorId, first: newest }, { signal }).page()).orders,
    refetchInterval
  })
}

/** Reads the newest imports of a vendor. */
export function useNewestImports(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(vendorId, 'imports'),
    queryFn: async ({ signal }) =>
      (await purveyor.platform.importJobs.list({ vendorId, first: newest }, { signal }).page()).jobs,
    refetchInterval
  })
}

/** Reads the statements of a vendor that have to be paid. */
export function useDueStatements(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...statementKey, 'due', vendorId],
    async queryFn({ signal }) {
      const query = { vendorId, status: 'CLOSED', isDue: true, first: newest } as const
      return (await purveyor.platform.statements.list(query, { signal }).page()).statements
    }
  })
}

/** Reads the webhooks of a vendor. */
export function useWebhooksOf(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(vendorId, 'webhooks'),
    queryFn: async ({ signal }) =>
      (await purveyor.platform.vendorWebhooks.list({ vendorId, first: 100 }, { signal }).page()).webhooks,
    refetchInterval
  })
}

/** Reads the people of a vendor. */
export function useMembersOf(vendorId: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: keyOf(vendorId, 'members'),
    queryFn: async ({ signal }) => (await purveyor.platform.vendors.members(vendorId, { signal })).members
  })
}

/** Returns a function that takes over a vendor as it was saved, and reads everything about it again. */
export function useTakeOver(): (vendor: Vendor) => Promise<void> {
  const queries = useQueryClient()
  return async (vendor) => {
    queries.setQueryData(['vendors', 'one', vendor.id], vendor)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['vendors', 'list'] }),
      queries.invalidateQueries({ queryKey: keyOf(vendor.id) })
    ])
  }
}
