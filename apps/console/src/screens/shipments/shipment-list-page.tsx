import { Anchor, Group, Text } from '@mantine/core'
import type { ShipmentStatus } from '@purveyor/client'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'wouter'
import { shipmentsTexts } from '../../texts/orders.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { NoMatch } from '../../ui/orders/no-orders.tsx'
import { OrderFilterBar, useHrefWith, useOrderFilters } from '../../ui/orders/order-filters.tsx'
import { shipmentStatuses } from '../../ui/orders/status-badge.tsx'
import { Page } from '../../ui/page.tsx'
import { StateTabs } from '../../ui/state-tabs.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { ShipmentTable } from './shipment-table.tsx'
import { type ShipmentFilters, useShipmentCounts, useShipments } from './use-shipments.ts'

/**
 * The list of shipments, newest first. `orderId` in the address limits it to the shipments of one order, which need
 * no other filters.
 */
export function ShipmentListPage() {
  const [params] = useAddressState()
  const orderId = params.get('orderId') ?? undefined
  const { status, ...others } = useOrderFilters()
  const filters: ShipmentFilters = { ...(status && { status }), ...(orderId ? { orderId } : others) }
  const list = useShipments(filters)
  const counts = useShipmentCounts(filters)
  const hrefOf = useHrefWith('status')
  const tabs = shipmentStatuses.map((value) => ({
    value,
    label: shipmentsTexts.statuses[value],
    count: counts.of[value]
  }))
  const labels = { search: shipmentsTexts.search, days: shipmentsTexts.shippedAt }
  const count = list.total === undefined ? undefined : shipmentsTexts.count(list.total)
  return (
    <Page title={shipmentsTexts.title} intro={shipmentsTexts.intro}>
      <StateTabs
        label={t.lists.states}
        tabs={[{ value: undefined, label: t.lists.all, count: counts.all }, ...tabs]}
        active={status}
        hrefOf={hrefOf}
      />
      {orderId ? <OfOrder count={count} /> : <OrderFilterBar labels={labels} count={count} />}
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && (
        <ShipmentTable
          shipments={list.items}
          isLoading={list.isPending}
          empty={<NoShipments filters={filters} />}
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  )
}

/** Says that the list is limited to one order. */
function OfOrder({ count }: { count: string | undefined }) {
  return (
    <Group my="sm" justify="space-between" mih={22}>
      <Text>
        {shipmentsTexts.ofOrder} ·{' '}
        <Anchor component={Link} href="/shipments" underline="always">
          {shipmentsTexts.back}
        </Anchor>
      </Text>
      <Text c="dimmed" fz="sm" role="status">
        {count}
      </Text>
    </Group>
  )
}

function NoShipments({ filters: { status, search, from, to } }: { filters: ShipmentFilters }) {
  if (search || from || to) return <NoMatch />
  if (!status)
    return <Empty icon={IconTruckDelivery} title={shipmentsTexts.empty} text={shipmentsTexts.emptyText} />
  const name = shipmentsTexts.statuses[status as ShipmentStatus] ?? status
  return <Empty icon={IconTruckDelivery} title={shipmentsTexts.emptyState(name)} />
}
