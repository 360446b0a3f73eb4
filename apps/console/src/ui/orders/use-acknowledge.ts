import { notifications } from '@mantine/notifications'
import type { Order } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { ordersTexts } from '../../texts/orders.ts'
import { notifyError } from '../notify-error.ts'
import { useMutation } from '../use-mutation.ts'
import { orderKeys } from './order-keys.ts'

/** The maximum number of orders in one request. */
const maxOrders = 500

type Failure = { order: Order; message: string }

/**
 * Returns a mutation that acknowledges orders, and reports how many were acknowledged and which were not. It is pending
 * until the lists that are shown have been read again.
 */
export function useAcknowledge() {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(orders: readonly Order[]) {
      const failures: Failure[] = []
      for (let from = 0; from < orders.length; from += maxOrders) {
        const chunk = orders.slice(from, from + maxOrders)
        const { results } = await purveyor.orders.acknowledgeMany({ ids: chunk.map(({ id }) => id) })
        for (const { index, error } of results) {
          const order = chunk[index]
          if (error && order) failures.push({ order, message: error.message })
        }
      }
      return { done: orders.length - failures.length, failures }
    },
    onSuccess: report,
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all })
  })
}

function report({ done, failures }: { done: number; failures: Failure[] }): void {
  if (done > 0) notifications.show({ message: ordersTexts.acknowledged(done), color: 'green' })
  if (failures.length === 0) return
  const message = failures
    .slice(0, 5)
    .map(({ order, message }) => `${order.orderNumber}: ${message}`)
    .join(' ')
  notifications.show({
    title: ordersTexts.notAcknowledged(failures.length),
    message,
    color: 'red',
    autoClose: false
  })
}
