import { notifications } from '@mantine/notifications'
import type { CancelReason, Order } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { itemsOf, type Quantities } from '../../../ui/orders/lines.ts'
import { useOrderChanged } from '../../../ui/orders/use-order.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { useMutation } from '../../../ui/use-mutation.ts'

type Values = { reason: CancelReason | null; note: string; quantities: Quantities }
const empty: Values = { reason: null, note: '', quantities: {} }

/** A cancellation that is being entered. It is stored as a draft until it is sent. */
export function useCancel(order: Order, onDone: () => void) {
  const { me, purveyor } = useSignedIn()
  const draft = draftKey(me, 'cancel', order.id)
  const [restored] = useState(() => drafts.read<Values>(draft))
  const [values, setValues] = useState(restored ?? empty)
  const [isRestored, setRestored] = useState(restored !== undefined)
  const changed = useOrderChanged()
  const isShown = useIsShown()
  const items = itemsOf(order.items, values.quantities)
  const send = useMutation({
    mutationFn: (reason: CancelReason) =>
      purveyor.orders.cancel(order.id, { reason, note: values.note.trim() || null, items }),
    async onSuccess(cancelled) {
      drafts.delete(draft)
      const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
      notifications.show({ message: ordersTexts.cancelDone(count), color: 'green' })
      onDone()
      await changed(cancelled)
    },
    async onError(error) {
      if (!isShown.current) notifyError(error)
      await changed()
    }
  })
  return {
    values,
    items,
    isRestored,
    send,
    change(changes: Partial<Values>) {
      const next = { ...values, ...changes }
      setValues(next)
      drafts.write(draft, next)
    },
    reset() {
      drafts.delete(draft)
      setValues(empty)
      setRestored(false)
      send.reset()
    }
  }
}
