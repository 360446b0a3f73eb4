import type { Event, Purveyor } from '@purveyor/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts } from '../../texts/activity.ts'
import type { SubjectNames } from './event-texts.ts'

const none: SubjectNames = new Map()
/** How long the names of new events can be missing, in milliseconds. While many arrive, they are read this often. */
const rereadMs = 15_000

/** The names, and the newest event when they were read. */
type Read = { names: SubjectNames; newest: string | undefined }

/**
 * Reads the names of the products, orders, shipping methods and members of events. What was changed by the oldest event
 * or later is found with one request for each kind. Names that aren't found are missing.
 */
export function useSubjectNames(events: readonly Event[]): SubjectNames {
  const { purveyor, canManage, side } = useSignedIn()
  const kinds = new Set(events.map(({ subject }) => subject.type))
  const oldest = events.at(-1)?.occurredAt ?? ''
  const newest = events[0]?.id
  const { data } = useQuery({
    queryKey: ['activity', 'names', oldest, [...kinds].sort()],
    queryFn: async ({ signal }): Promise<Read> => {
      // The filter excludes the given time itself.
      const updatedAfter = new Date(Date.parse(oldest) - 1000).toISOString()
      if (side === 'platform') {
        const named = await platformNames(purveyor, kinds, { canManage, updatedAfter, signal })
        return { names: new Map(named.map(({ id, name }) => [id, name])), newest }
      }
      const hasOrders = kinds.has('order') || kinds.has('shipment')
      const pages = await Promise.all([
        kinds.has('product') ? listProducts(purveyor, updatedAfter, signal) : [],
        hasOrders ? listOrders(purveyor, updatedAfter, signal) : [],
        kinds.has('shipping_method') ? listMethods(purveyor, signal) : [],
        kinds.has('member') && canManage ? listMembers(purveyor, signal) : []
      ])
      return { names: new Map(pages.flat().map(({ id, name }) => [id, name])), newest }
    },
    refetchInterval: ({ state }) => (state.data?.newest === newest ? false : rereadMs),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: events.length > 0
  })
  return data?.names ?? none
}

type Named = { id: string; name: string }

/** Reads the names of the operator's resources of these kinds: all of them, because there are at most some hundreds. */
async function platformNames(
  { platform }: Purveyor,
  kinds: ReadonlySet<string>,
  { canManage, updatedAfter, signal }: { canManage: boolean; updatedAfter: string; signal: AbortSignal }
): Promise<Named[]> {
  const read = async <T extends { id: string }>(
    kind: keyof typeof activityTexts.audit.kinds,
    list: () => Promise<T[]>,
    nameOf: (one: T) => string
  ): Promise<Named[]> => {
    if (!kinds.has(kind)) return []
    const named = (one: T) => ({
      id: one.id,
      name: activityTexts.audit.named(activityTexts.audit.kinds[kind], nameOf(one))
    })
    return (await list()).map(named)
  }
  const name = (one: { name: string }) => one.name
  const lists = await Promise.all([
    read('category', async () => (await platform.categories.list({}, { signal })).categories, name),
    read('collection', async () => (await platform.collections.list({}, { signal })).collections, name),
    read('tag', async () => (await platform.tags.list({}, { signal })).tags, name),
    read('facet', async () => (await platform.facets.list({}, { signal })).facets, name),
    read('attribute', async () => (await platform.attributes.list({}, { signal })).attributes, name),
    read('approval_rule', async () => (await platform.approvalRules.list({ signal })).rules, name),
    read(
      'reason_template',
      async () => (await platform.reasonTemplates.list({}, { signal })).reasonTemplates,
      ({ code }) => code
    ),
    read(
      'vendor',
      async () => (await platform.vendors.list({ first: 100 }, { signal }).page()).vendors,
      name
    ),
    kinds.has('product')
      ? platform.products
          .list({ updatedAfter, first: 100 }, { signal })
          .page()
          .then(({ products }) => products)
      : [],
    kinds.has('member') && canManage ? platform.members.list({ signal }).then(({ members }) => members) : []
  ])
  return lists.flat()
}

async function listProducts(purveyor: Purveyor, updatedAfter: string, signal: AbortSignal): Promise<Named[]> {
  const query = { view: 'row', updatedAfter, first: 500 } as const
  return (await purveyor.products.list(query, { signal }).page()).products
}

async function listOrders(purveyor: Purveyor, updatedAfter: string, signal: AbortSignal): Promise<Named[]> {
  const { orders } = await purveyor.orders.list({ updatedAfter, first: 100 }, { signal }).page()
  return orders.map(({ id, orderNumber }) => ({ id, name: activityTexts.activity.order(orderNumber) }))
}

async function listMethods(purveyor: Purveyor, signal: AbortSignal): Promise<Named[]> {
  return (await purveyor.shippingMethods.list({ signal })).shippingMethods
}

async function listMembers(purveyor: Purveyor, signal: AbortSignal): Promise<Named[]> {
  return (await purveyor.members.list({ signal })).members
}
