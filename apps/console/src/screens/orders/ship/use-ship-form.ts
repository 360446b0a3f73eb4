import type { Order } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { drafts } from '../../../ui/drafts.ts'
import { lastCarrier } from '../../../ui/orders/last-carrier.ts'
import { allOpen, itemsOf, openQuantity, unitsOf } from '../../../ui/orders/lines.ts'
import { shipDraftKey } from './ship-draft.ts'
import type { ShipmentInput } from './shipping-outbox.ts'
import { useShipmentFailures, useShippingOutbox } from './use-shipping-outbox.ts'

/** What keeps an order from being shipped as it was entered. */
export type ShipFault = 'carrier' | 'tracking' | 'repeated' | 'quantities'

/** Without a carrier, it is that of the order before. */
type Values = Omit<ShipmentInput, 'carrier'> & { carrier: string | undefined }

/** The input for the order that is shipped next. `onSent` is called when it is in the outbox. */
export function useShipForm(order: Order, onSent: () => void) {
  const { me } = useSignedIn()
  const outbox = useShippingOutbox()
  const failure = useShipmentFailures().get(order.id)
  const key = shipDraftKey(me, order.id)
  const [values, setValues] = useState((): Values => {
    const typed = drafts.read<Partial<ShipmentInput>>(key) ?? failure?.item.input ?? {}
    return {
      tracking: typed.tracking ?? '',
      quantities: typed.quantities ?? allOpen(order.items),
      carrier: typed.carrier
    }
  })
  const [last] = useState(() => lastCarrier.read(me))
  const carrier = values.carrier ?? last
  const [fault, setFault] = useState<ShipFault>()
  const [accepted, setAccepted] = useState<string>()
  const items = itemsOf(order.items, values.quantities)
  const tooMany = new Map(
    order.items.flatMap((line) => {
      const excess = (values.quantities[line.id] ?? 0) - openQuantity(line)
      return excess > 0 ? [[line.id, excess] as const] : []
    })
  )
  const tracking = values.tracking.trim()
  const usedFor = tracking ? outbox.usedFor(tracking) : undefined

  function findFault(): ShipFault | undefined {
    if (!carrier.trim()) return 'carrier'
    if (!tracking) return 'tracking'
    if (items.length === 0 || tooMany.size > 0) return 'quantities'
    return usedFor && accepted !== tracking ? 'repeated' : undefined
  }
  function change(changes: Partial<Values>) {
    const next = { ...values, ...changes }
    setValues(next)
    setFault(undefined)
    drafts.write(key, next)
  }
  /** Sends the shipment, or returns what is wrong. A number that was just used has to be sent twice. */
  function submit(): ShipFault | undefined {
    const found = findFault()
    setFault(found)
    if (found === 'repeated') setAccepted(tracking)
    if (found) return found
    lastCarrier.write(me, carrier.trim())
    drafts.delete(key)
    outbox.ship(order, { ...values, carrier })
    onSent()
    return undefined
  }
  return {
    values,
    carrier,
    setCarrier: (next: string) => change({ carrier: next }),
    change,
    submit,
    fault,
    usedFor,
    tooMany,
    failure,
    count: unitsOf(items)
  }
}

export type ShipForm = ReturnType<typeof useShipForm>
