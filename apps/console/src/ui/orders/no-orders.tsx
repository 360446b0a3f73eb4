import { Button } from '@mantine/core'
import type { OrderStatus } from '@purveyor/client'
import { IconClipboardList, IconClockCheck, IconFilterOff } from '@tabler/icons-react'
import { ordersTexts } from '../../texts/orders.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../empty.tsx'
import { useAddressState } from '../use-address-state.ts'
import { cleared, useOrderFilters } from './order-filters.tsx'

type Props = { title: string; text: string }

/** Fills a list of orders that has nothing to show. `title` and `text` are for a vendor without orders. */
export function NoOrders({ title, text }: Props) {
  const { status, search, from, to, due, sort } = useOrderFilters()
  if (search || from || to || due) return <NoMatch />
  if (sort === 'due') return <NothingDue />
  if (status) {
    const name = ordersTexts.statuses[status as OrderStatus] ?? status
    return (
      <Empty
        icon={IconClipboardList}
        title={ordersTexts.emptyState(name)}
        text={ordersTexts.emptyStateText}
      />
    )
  }
  return <Empty icon={IconClipboardList} title={title} text={text} />
}

/** Fills a list of the orders that are due first, which leaves out the others. */
function NothingDue() {
  const [, change] = useAddressState()
  return (
    <Empty icon={IconClockCheck} title={ordersTexts.nothingDue} text={ordersTexts.nothingDueText}>
      <Button variant="default" onClick={() => change({ sort: null })}>
        {ordersTexts.showNewest}
      </Button>
    </Empty>
  )
}

/** Fills a list in which nothing matches the search and the days, and clears them. */
export function NoMatch() {
  const [, change] = useAddressState()
  return (
    <Empty icon={IconFilterOff} title={t.lists.noMatch} text={t.lists.noMatchText}>
      <Button variant="default" onClick={() => change(cleared)}>
        {t.actions.clearFilters}
      </Button>
    </Empty>
  )
}
