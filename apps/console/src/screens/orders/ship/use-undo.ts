import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { shippingTexts } from '../../../texts/orders.ts'
import { drafts } from '../../../ui/drafts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { orderKeys } from '../../../ui/orders/order-keys.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { shipDraftKey } from './ship-draft.ts'
import { shipQueueKey } from './ship-queue-cache.ts'
import type { DoneShipment } from './shipping-outbox.ts'
import { useDoneShipments, useShippingOutbox, useUnsentShipments } from './use-shipping-outbox.ts'

/** Returns a mutation that cancels a shipment that was just made. What was entered for its order is there again. */
export function useUndo(onUndone: (orderId: string) => void) {
  const { purveyor, me } = useSignedIn()
  const outbox = useShippingOutbox()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ shipment }: DoneShipment) =>
      purveyor.shipments.update(shipment.id, { status: 'CANCELLED' }),
    async onSuccess(_, { shipment, sent }) {
      outbox.setUndone(shipment.id)
      drafts.write(shipDraftKey(me, shipment.orderId), sent.input)
      notifications.show({ message: shippingTexts.undone(shipment.orderNumber), color: 'green' })
      void queries.invalidateQueries({ queryKey: orderKeys.all })
      await queries.invalidateQueries({ queryKey: shipQueueKey })
      onUndone(shipment.orderId)
    },
    onError: notifyError
  })
}

/** Returns a function that undoes the shipment that was sent last: after its response, if that hasn't arrived. */
export function useUndoLast(undo: (one: DoneShipment) => void): () => void {
  const done = useDoneShipments()
  const unsent = useUnsentShipments()
  const [awaited, setAwaited] = useState<string>()
  const isSending = unsent.some(({ key }) => key === awaited)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the response has arrived
  useEffect(() => {
    if (awaited === undefined || isSending) return
    setAwaited(undefined)
    const one = done.find(({ sent }) => sent.key === awaited)
    if (one) undo(one)
  }, [awaited, isSending])
  return () => {
    const latest = done.find(({ isUndone }) => !isUndone)
    if (unsent.length > 0) setAwaited(unsent.at(-1)?.key)
    else if (latest) undo(latest)
  }
}
