import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import type { Order, ProductRow } from '@purveyor/client'
import { IconClipboardList, IconPackage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import { formatDateTime } from '../ui/format.ts'
import { orderKeys } from '../ui/orders/order-keys.ts'

const maxFound = 6
const minLength = 2
const typingMs = 200

type Found = { products: ProductRow[]; orders: Order[] }
const nothing: Found = { products: [], orders: [] }

/** Finds products by name or SKU and orders by their number, for vendors. */
export function useFoundActions(query: string) {
  const [, navigate] = useLocation()
  const { found, isSearching } = useFound(query.trim())
  // The service has found them by more than what is shown, such as a UPC.
  const keywords = [query]
  const products = found.products.map(
    ({ id, name, sku }): SpotlightActionData => ({
      id,
      label: name,
      description: sku,
      keywords,
      leftSection: <IconPackage size={18} stroke={1.7} />,
      onClick: () => navigate(`/products/${id}`)
    })
  )
  const orders = found.orders.map(
    ({ id, orderNumber, placedAt }): SpotlightActionData => ({
      id,
      label: t.commands.order(orderNumber),
      description: formatDateTime(placedAt),
      keywords,
      leftSection: <IconClipboardList size={18} stroke={1.7} />,
      onClick: () => navigate(`/orders/${id}`)
    })
  )
  return { products, orders, isSearching }
}

function useFound(typed: string): { found: Found; isSearching: boolean } {
  const { side, purveyor } = useSignedIn()
  const [search] = useDebouncedValue(typed, typingMs)
  const { data, isFetching } = useQuery({
    queryKey: [...orderKeys.all, 'search', search],
    queryFn: async ({ signal }): Promise<Found> => {
      const query = { search, first: maxFound }
      const [{ products }, { orders }] = await Promise.all([
        purveyor.products.list({ ...query, view: 'row' }, { signal }).page(),
        purveyor.orders.list(query, { signal }).page()
      ])
      return { products, orders }
    },
    placeholderData: keepPreviousData,
    enabled: side === 'vendor' && search.length >= minLength
  })
  if (side !== 'vendor' || typed.length < minLength) return { found: nothing, isSearching: false }
  return { found: data ?? nothing, isSearching: isFetching || search !== typed }
}
