import { notifications } from '@mantine/notifications'
import { Conflict, type Order, ProblemError } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { lastCarrier } from '../../../ui/orders/last-carrier.ts'
import { useOrderChanged } from '../../../ui/orders/use-order.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { fullParcel, leftAfter, nextParcel, type Parcel, piecesIn, shipmentOf } from './parcels.ts'

/** A parcel that the service has refused. */
type Refused = { key: number; message: string }

/** The parcels of an order that are being entered. They are stored as a draft until they are sent. */
export function useParcels(order: Order, onDone: () => void) {
  const { me } = useSignedIn()
  const draft = draftKey(me, 'ship', order.id)
  const [restored] = useState(() => drafts.read<Parcel[]>(draft))
  const [parcels, setParcels] = useState(restored ?? [fullParcel(order.items, lastCarrier.read(me))])
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [refused, setRefused] = useState<Refused[]>([])

  function set(next: Parcel[]) {
    setParcels(next)
    drafts.write(draft, next)
  }
  function reset() {
    drafts.delete(draft)
    setParcels([fullParcel(order.items, lastCarrier.read(me))])
    setRestored(false)
    setRefused([])
    send.reset()
  }
  const send = useSend(order, {
    onRefused(failures) {
      setRefused(failures)
      const left = parcels.filter(({ key }) => failures.some((one) => one.key === key))
      if (left.length > 0) return set(left)
      drafts.delete(draft)
      onDone()
    }
  })
  return {
    parcels,
    isRestored,
    refused: new Map(refused.map(({ key, message }) => [key, message])),
    add: () => set([...parcels, nextParcel(parcels)]),
    remove: (key: number) => set(parcels.filter((parcel) => parcel.key !== key)),
    change: (key: number, changes: Partial<Parcel>) =>
      set(parcels.map((parcel) => (parcel.key === key ? { ...parcel, ...changes } : parcel))),
    reset,
    send
  }
}

export type Parcels = ReturnType<typeof useParcels>

/** `onRefused` gets the parcels that were not shipped, which are none if all were. */
function useSend(order: Order, { onRefused }: { onRefused: (failures: Refused[]) => void }) {
  const { purveyor, me } = useSignedIn()
  const changed = useOrderChanged()
  const isShown = useIsShown()
  return useMutation({
    async mutationFn(parcels: Parcel[]): Promise<Refused[]> {
      const shipments = parcels.map((parcel) => shipmentOf(order.id, order.items, parcel))
      const [only, ...others] = shipments
      if (only && others.length === 0) {
        await purveyor.shipments.create(only)
        return []
      }
      const { results } = await purveyor.shipments.createMany({ shipments })
      return results.flatMap(({ index, error }) =>
        error ? [{ key: parcels[index]?.key ?? 0, message: error.message }] : []
      )
    },
    async onSuccess(failures, parcels) {
      lastCarrier.write(me, parcels.at(-1)?.carrier ?? '')
      const done = parcels.length - failures.length
      if (failures.length === 0) notifications.show({ message: doneMessage(order, parcels), color: 'green' })
      else if (done > 0)
        notifications.show({ message: ordersTexts.shipPartly(done, parcels.length), color: 'amber' })
      onRefused(failures)
      await changed()
    },
    async onError(error) {
      if (!isShown.current) notifyError(error)
      if (isOutdated(error)) await changed()
    }
  })
}

function doneMessage(order: Order, parcels: Parcel[]): string {
  const count = parcels.reduce((sum, parcel) => sum + piecesIn(order.items, parcel), 0)
  return ordersTexts.shipDone(order.orderNumber, count, leftAfter(order.items, parcels))
}

/** True if the order has changed since it was shown. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Conflict || (error instanceof ProblemError && error.code === 'OVER_SHIPPED')
}
