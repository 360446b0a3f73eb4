import { Button, Group, Text } from '@mantine/core'
import type { OrderStatus } from '@purveyor/client'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import { ordersTexts } from '../../texts/orders.ts'
import { t } from '../../texts/texts.ts'
import { AddressSearch } from '../address-search.tsx'
import { DayRange } from '../day-range.tsx'
import { StateTabs } from '../state-tabs.tsx'
import { useAddressState } from '../use-address-state.ts'
import { filtersOf, type OrderFilters } from './filters.ts'
import { orderStatuses } from './status-badge.tsx'

/** Returns the filters in the address. They stay the same object while they don't change. */
export function useOrderFilters(): OrderFilters {
  const [params] = useAddressState()
  const values = JSON.stringify(filtersOf(params))
  return useMemo(() => JSON.parse(values), [values])
}

type Counts = { of: Partial<Record<OrderStatus, number>>; all: number | undefined }

/** The statuses of orders, as links with the number of orders that match the other filters. */
export function OrderTabs({ counts }: { counts: Counts }) {
  const hrefOf = useHrefWith('status')
  const [params] = useAddressState()
  const tabs = orderStatuses.map((value) => ({
    value,
    label: ordersTexts.statuses[value],
    count: counts.of[value]
  }))
  return (
    <StateTabs
      label={t.lists.states}
      tabs={[{ value: undefined, label: t.lists.all, count: counts.all }, ...tabs]}
      active={params.get('status') ?? undefined}
      hrefOf={hrefOf}
    />
  )
}

/** Returns a function that returns the address of this list with another value of a parameter. */
export function useHrefWith(name: string): (value: string | undefined) => string {
  const [path] = useLocation()
  const [params] = useAddressState()
  return (value) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return next.size > 0 ? `${path}?${next}` : path
  }
}

type Labels = { search: string; days: string }

/** The search and the days, for lists of orders and shipments, and other filters. `count` says how many match. */
export function OrderFilterBar({
  count,
  labels = { search: ordersTexts.search, days: ordersTexts.placed },
  children
}: {
  count: string | undefined
  labels?: Labels
  children?: ReactNode
}) {
  const [, change] = useAddressState()
  const { search, from, to, due } = useOrderFilters()
  const isFiltered = Boolean(search || from || to || due)
  return (
    <Group my="sm" gap="sm">
      <AddressSearch label={labels.search} />
      <DayRange label={labels.days} />
      {children}
      {isFiltered && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => change(cleared)}>
          {t.actions.clearFilters}
        </Button>
      )}
      <Text c="dimmed" fz="sm" role="status" ml={{ sm: 'auto' }}>
        {count}
      </Text>
    </Group>
  )
}

export const cleared = { search: null, from: null, to: null, due: null }
