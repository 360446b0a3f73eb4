import { Affix, Anchor, Loader, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useSignedIn } from '../../../session/session-context.tsx'
import { homes } from '../../../session/side.ts'
import { shippingTexts } from '../../../texts/orders.ts'
import { drafts } from '../../../ui/drafts.ts'
import { detailOf } from '../../../ui/error-alert.tsx'
import { orderKeys } from '../../../ui/orders/order-keys.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { shipDraftKey } from './ship-draft.ts'
import { removeFromQueue, shipQueueKey } from './ship-queue-cache.ts'
import type { SentShipment, ShipmentResult } from './shipping-outbox.ts'
import { useShippingOutbox, useUnsentShipments } from './use-shipping-outbox.ts'

/** Sends the shipments of the person, on every screen, and reports those that were refused. */
export function ShippingCorner() {
  const unsent = useUnsentShipments()
  useSending()
  useUnloadWarning(unsent.length > 0)
  if (unsent.length === 0) return null
  return (
    <Affix position={{ bottom: 16, left: 16 }} zIndex={150}>
      <Paper withBorder shadow="sm" px="sm" py="xs" role="status">
        <Loader size={14} mr="xs" aria-hidden />
        <Text span fz="sm">
          {shippingTexts.unsent(unsent.length)}
        </Text>
      </Paper>
    </Affix>
  )
}

/** Sends what an earlier page has left, and handles the results. */
function useSending() {
  const { me } = useSignedIn()
  const outbox = useShippingOutbox()
  const queries = useQueryClient()
  useEffect(() => {
    function handle(result: ShipmentResult) {
      const orderId = result.item.body.orderId
      if ('error' in result) {
        // The order is in the list again, with what the person has entered.
        drafts.write(shipDraftKey(me, orderId), result.item.input)
        notifyFailure(result.item, result.error)
      } else removeFromQueue(queries, orderId)
      void queries.invalidateQueries({ queryKey: orderKeys.all })
      // What is left of the order is in the list again.
      const isPart = 'response' in result && !isWhole(result)
      if ('error' in result || isPart) void queries.invalidateQueries({ queryKey: shipQueueKey })
    }
    const stop = outbox.onResult(handle)
    outbox.resume()
    return stop
  }, [outbox, queries, me])
}

/** True if nothing of the order is left to ship. After a reload of the page, this isn't known. */
function isWhole({ item, shown }: ShipmentResult): boolean {
  return (
    shown?.items.every(
      ({ id, quantity, quantityShipped, quantityCancelled }) =>
        quantity - quantityShipped - quantityCancelled === (item.input.quantities[id] ?? 0)
    ) ?? false
  )
}

function notifyFailure({ entries: [order] }: SentShipment, error: unknown): void {
  if (!order) return
  const id = `shipment ${order.key}`
  // Notifications are outside of the router of the side.
  const open = () => {
    notifications.hide(id)
    navigate(`${homes.vendor}/orders/${order.key}`)
  }
  notifications.show({
    id,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': shippingTexts.dismiss },
    title: shippingTexts.failed(order.orderNumber),
    message: (
      <>
        <Text fz="sm">{detailOf(error)}</Text>
        <Anchor component="button" type="button" fz="sm" onClick={open}>
          {shippingTexts.open}
        </Anchor>
      </>
    )
  })
}
