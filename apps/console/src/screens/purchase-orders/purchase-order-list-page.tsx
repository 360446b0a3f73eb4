import { purchaseOrdersTexts } from '../../texts/orders.ts'
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
    <Page title={purchaseOrdersTexts.title} intro={purchaseOrdersTexts.intro}>
      <OrderTabs counts={counts} />
      <OrderFilterBar count={list.total === undefined ? undefined : purchaseOrdersTexts.count(list.total)} />
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && (
        <PurchaseOrderTable
          orders={list.items}
          isLoading={list.isPending}
          empty={<NoOrders title={purchaseOrdersTexts.empty} text={purchaseOrdersTexts.emptyText} />}
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
