import { useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { outboxes } from '../../../ui/outbox.ts'
import { type DoneShipment, type SentShipment, ShippingOutbox } from './shipping-outbox.ts'

const outboxOf = outboxes((userId, purveyor) => new ShippingOutbox(userId, purveyor))

/** Returns the outbox of the person who is signed in. */
export function useShippingOutbox(): ShippingOutbox {
  const { me, purveyor } = useSignedIn()
  return outboxOf(me.user?.id ?? '', purveyor)
}

/** Returns the shipments that are being sent. */
export function useUnsentShipments(): readonly SentShipment[] {
  const outbox = useShippingOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.items)
}

/** Returns the shipments that were created, the one that was sent last first. */
export function useDoneShipments(): readonly DoneShipment[] {
  const outbox = useShippingOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.done)
}

/** Returns the shipments that were refused, by the id of the order. */
export function useShipmentFailures() {
  const outbox = useShippingOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.failures)
}
