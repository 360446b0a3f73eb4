import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { NoOrders } from '../../ui/orders/no-orders.tsx'
import { OrderFilterBar, OrderTabs, useOrderFilters } from '../../ui/orders/order-filters.tsx'
import { Page } from '../../ui/page.tsx'
import { PurchaseOrderTable } from './purchase-order-table.tsx'
import { usePurchaseOrderCounts, usePurchaseOrders } from './use-purchase-orders.ts'

/** The list of purchase orders, newest first. */
export function PurchaseOrderListPage() {
  const filters = useOrderFilters()
  const list = usePurchaseOrders(filters)
  const counts = usePurchaseOrderCounts(filters)
  return (
    <Page title={t.purchaseOrders.title} intro={t.purchaseOrders.intro}>
      <OrderTabs counts={counts} />
      <OrderFilterBar count={list.total === undefined ? undefined : t.purchaseOrders.count(list.total)} />
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && (
        <PurchaseOrderTable
          orders={list.items}
          isLoading={list.isPending}
          empty={<NoOrders title={t.purchaseOrders.empty} text={t.purchaseOrders.emptyText} />}
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
