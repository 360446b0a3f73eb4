import { Select } from '@mantine/core'
import { IconClockCheck } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { operatorTexts } from '../../texts/operator.ts'
import { ordersTexts } from '../../texts/orders.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { NoMatch, NoOrders } from '../../ui/orders/no-orders.tsx'
import { OrderFilterBar } from '../../ui/orders/order-filters.tsx'
import { orderStatuses } from '../../ui/orders/status-badge.tsx'
import { StateTabs } from '../../ui/state-tabs.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { usePlatformCounts } from '../../ui/use-platform-counts.ts'
import { VendorSelect } from '../../ui/vendor-select.tsx'
import { OrderTable } from './order-table.tsx'
import { usePlatformOrderFilters, usePlatformOrders } from './use-platform-orders.ts'

const { dueFilters } = operatorTexts.platformOrders

/** The orders that match the filters in the address. With `vendorId`, those of one vendor. */
export function OrderList({ vendorId }: { vendorId?: string }) {
  const filters = usePlatformOrderFilters(vendorId)
  const [, change] = useAddressState()
  const list = usePlatformOrders(filters)
  const countOf = filters.sort === 'due' ? ordersTexts.countDue : ordersTexts.count
  return (
    <>
      <Tabs isOfVendor={vendorId !== undefined} />
      <OrderFilterBar
        count={list.total === undefined ? undefined : countOf(list.total)}
        labels={{ search: operatorTexts.platformOrders.search, days: ordersTexts.placed }}
      >
        {vendorId === undefined && (
          <VendorSelect
            aria-label={operatorTexts.platformOrders.vendor}
            placeholder={operatorTexts.platformOrders.anyVendor}
            value={filters.vendorId ?? null}
            onChange={(id) => change({ vendorId: id })}
            clearButtonProps={{ 'aria-label': t.actions.clear }}
            w={190}
          />
        )}
        <DueFilter />
      </OrderFilterBar>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <OrderTable
          orders={list.items}
          vendorId={filters.vendorId}
          isLoading={list.isPending}
          isRefreshing={list.isPlaceholderData}
          empty={<NothingFound vendorId={filters.vendorId} due={filters.due} />}
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

/** The statuses, and what is late, as links. Counting all orders of a status is too much work for each look at the list. */
function Tabs({ isOfVendor }: { isOfVendor: boolean }) {
  const [path] = useLocation()
  const [params] = useAddressState()
  const { data: counts } = usePlatformCounts()
  const isLate = params.get('due') === 'late'
  const hrefOf = (value: string | undefined) => {
    const next = new URLSearchParams(params)
    next.delete('status')
    next.delete('due')
    if (value === 'late') next.set('due', 'late')
    else if (value) next.set('status', value)
    return next.size > 0 ? `${path}?${next}` : path
  }
  const lateCount = isOfVendor ? null : counts?.late.count
  return (
    <StateTabs
      label={t.lists.states}
      tabs={[
        { value: undefined, label: t.lists.all, count: null },
        { value: 'late', label: operatorTexts.platformOrders.late, count: lateCount },
        ...orderStatuses.map((value) => ({ value, label: ordersTexts.statuses[value], count: null }))
      ]}
      active={isLate ? 'late' : (params.get('status') ?? undefined)}
      hrefOf={hrefOf}
    />
  )
}

function DueFilter() {
  const [params, change] = useAddressState()
  const due = params.get('due')
  return (
    <Select
      aria-label={ordersTexts.dueFilter}
      data={Object.entries(dueFilters).map(([value, label]) => ({ value, label }))}
      value={due === 'today' || due === 'soon' ? due : 'any'}
      onChange={(value) => change({ due: value === 'any' ? null : value })}
      allowDeselect={false}
      w={170}
    />
  )
}

function NothingFound({ vendorId, due }: { vendorId: string | undefined; due: string | undefined }) {
  if (due === 'late')
    return (
      <Empty
        icon={IconClockCheck}
        title={operatorTexts.platformOrders.nothingLate}
        text={operatorTexts.platformOrders.nothingLateText}
      />
    )
  if (vendorId) return <NoMatch />
  return <NoOrders title={operatorTexts.platformOrders.empty} text={operatorTexts.platformOrders.emptyText} />
}
