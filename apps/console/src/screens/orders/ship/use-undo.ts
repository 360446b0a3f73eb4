import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { drafts } from '../../../ui/drafts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { orderKeys } from '../../../ui/orders/order-keys.ts'
import { shipDraftKey } from './ship-draft.ts'
import { shipQueueKey } from './ship-queue-cache.ts'
import type { DoneShipment } from './shipping-outbox.ts'
import { useShippingOutbox } from './use-shipping-outbox.ts'

/** Returns a mutation that cancels a shipment that was just made. What was entered for its order is there again. */
export function useUndo(onUndone: (orderId: string) => void) {
  const { purveyor, me } = useSignedIn()
  const outbox = useShippingOutbox()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ shipment }: DoneShipment) =>
      purveyor.shipments.update(shipment.id, { status: 'CANCELLED' }),
    async onSuccess(_, { shipment, input }) {
      outbox.setUndone(shipment.id)
      drafts.write(shipDraftKey(me, shipment.orderId), input)
      notifications.show({ message: t.shipping.undone(shipment.orderNumber), color: 'green' })
      void queries.invalidateQueries({ queryKey: orderKeys.all })
      await queries.invalidateQueries({ queryKey: shipQueueKey })
      onUndone(shipment.orderId)
    },
    onError: notifyError
  })
}
