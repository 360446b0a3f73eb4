import { Button } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { NoOrders } from '../../../ui/orders/no-orders.tsx'
import { OrderFilterBar, OrderTabs, useOrderFilters } from '../../../ui/orders/order-filters.tsx'
import { Page } from '../../../ui/page.tsx'
import { useRowSelection } from '../../../ui/use-row-selection.ts'
import { DueFilters } from './due-filters.tsx'
import { OrderTable } from './order-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useOrderCounts, useOrders } from './use-orders.ts'

/** The list of orders: newest first, or those that are due first. */
export function OrderListPage() {
  const { canWrite } = useSignedIn()
  const filters = useOrderFilters()
  const list = useOrders(filters)
  const counts = useOrderCounts(filters)
  const selection = useRowSelection(list.items)
  const countOf = filters.sort === 'due' ? ordersTexts.countDue : ordersTexts.count
  const ship = canWrite && (
    <Button component={Link} href="/orders/ship" leftSection={<IconTruckDelivery size={17} />}>
      {ordersTexts.shipMany}
    </Button>
  )
  return (
    <Page title={ordersTexts.title} intro={ordersTexts.intro} actions={ship}>
      <OrderTabs counts={counts} />
      <OrderFilterBar count={list.total === undefined ? undefined : countOf(list.total)}>
        <DueFilters />
      </OrderFilterBar>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.items.length === 0 && (
        <NoOrders title={ordersTexts.empty} text={ordersTexts.emptyText} />
      )}
      {(list.isPending || list.items.length > 0) && (
        <OrderTable orders={list.items} isLoading={list.isPending} selection={selection} />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {selection.rows.length > 0 && <SelectionBar selection={selection} />}
    </Page>
  )
}
