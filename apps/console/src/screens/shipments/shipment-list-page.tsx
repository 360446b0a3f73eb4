import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import type { ShipmentStatus } from '@purveyor/client'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { useHrefWith } from '../../ui/orders/order-filters.tsx'
import { shipmentStatuses } from '../../ui/orders/status-badge.tsx'
import { Page } from '../../ui/page.tsx'
import { StateTabs } from '../../ui/state-tabs.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { ShipmentTable } from './shipment-table.tsx'
import { type ShipmentFilters, useShipmentCounts, useShipments } from './use-shipments.ts'

/** The list of shipments, newest first. `orderId` in the address limits it to one order. */
export function ShipmentListPage() {
  const [params] = useAddressState()
  const status = (params.get('status') ?? undefined) as ShipmentStatus | undefined
  const orderId = params.get('orderId') ?? undefined
  const filters: ShipmentFilters = { status, orderId }
  const list = useShipments(filters)
  const counts = useShipmentCounts(filters)
  const hrefOf = useHrefWith('status')
  const tabs = shipmentStatuses.map((value) => ({
    value,
    label: t.shipments.statuses[value],
    count: counts.of[value]
  }))
  return (
    <Page title={t.shipments.title} intro={t.shipments.intro}>
      <StateTabs
        label={t.lists.states}
        tabs={[{ value: undefined, label: t.lists.all, count: counts.all }, ...tabs]}
        active={status}
        hrefOf={hrefOf}
      />
      <Group my="sm" justify="space-between" mih={22}>
        {orderId ? (
          <Text>
            {t.shipments.ofOrder} ·{' '}
            <Anchor component={Link} href="/shipments">
              {t.shipments.back}
            </Anchor>
          </Text>
        ) : (
          <span />
        )}
        <Text c="dimmed" fz="sm" role="status">
          {list.total !== undefined && t.shipments.count(list.total)}
        </Text>
      </Group>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={640} radius="md" />}
      {list.isSuccess && list.items.length === 0 && <NoShipments status={status} />}
      {list.items.length > 0 && <ShipmentTable shipments={list.items} />}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  )
}

function NoShipments({ status }: { status: ShipmentStatus | undefined }) {
  if (!status)
    return <Empty icon={IconTruckDelivery} title={t.shipments.empty} text={t.shipments.emptyText} />
  const name = t.shipments.statuses[status] ?? status
  return <Empty icon={IconTruckDelivery} title={t.shipments.emptyState(name)} />
}
