import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order } from '@purveyor/client'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useOrderChanged } from '../../../ui/orders/use-order.ts'
import { useDownload } from '../../../ui/use-download.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { slipOf } from '../packing-slip.ts'

type Props = { order: Order; onOpen: (action: 'ship' | 'cancel') => void }

/** What can be done with an order now. */
export function OrderActions({ order, onOpen }: Props) {
  const { canWrite, purveyor } = useSignedIn()
  const download = useDownload()
  const acknowledge = useAcknowledgeOne(order)
  const allows = (action: 'acknowledge' | 'ship' | 'cancel') =>
    canWrite && order.allowedActions.includes(action)
  const shown = useRef(order.status)
  const slip = useRef<HTMLButtonElement>(null)
  const ship = useRef<HTMLButtonElement>(null)
  // A button that had the focus may be gone in the new status.
  useEffect(() => {
    if (shown.current !== order.status && document.activeElement === document.body)
      (ship.current ?? slip.current)?.focus()
    shown.current = order.status
  }, [order.status])
  return (
    <>
      <Button
        ref={slip}
        variant="default"
        leftSection={<IconFileText size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate([slipOf(purveyor, order)])}
      >
        {ordersTexts.slip}
      </Button>
      {allows('cancel') && (
        <Button variant="default" onClick={() => onOpen('cancel')}>
          {ordersTexts.cancel}
        </Button>
      )}
      {allows('ship') && (
        <Button
          ref={ship}
          variant={allows('acknowledge') ? 'default' : 'filled'}
          onClick={() => onOpen('ship')}
        >
          {ordersTexts.ship}
        </Button>
      )}
      {allows('acknowledge') && (
        <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {ordersTexts.acknowledge}
        </Button>
      )}
    </>
  )
}

function useAcknowledgeOne(order: Order) {
  const { purveyor } = useSignedIn()
  const changed = useOrderChanged()
  return useMutation({
    mutationFn: () => purveyor.orders.acknowledge(order.id),
    onSuccess(acknowledged) {
      notifications.show({ message: ordersTexts.acknowledgedOne(order.orderNumber), color: 'green' })
      return changed(acknowledged)
    },
    onError(error) {
      notifyError(error)
      return changed()
    }
  })
}
