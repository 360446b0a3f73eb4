import { notifications } from '@mantine/notifications'
import type { Order } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { vendorStatisticsKey } from '../../ui/use-vendor-statistics.ts'

/**
 * Acknowledges orders. `sending` has the ids of those whose request is on its way, and `acknowledged` of those that are
 * done, so that they leave the list before it is read again.
 */
export function useAcknowledge() {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [acknowledged, setAcknowledged] = useState<ReadonlySet<string>>(new Set())

  async function send(orders: readonly Order[]): Promise<void> {
    const { results } = await purveyor.orders.acknowledgeMany({ ids: orders.map(({ id }) => id) })
    const done = orders.filter((_, index) => results[index]?.status === 'SUCCEEDED')
    setAcknowledged((before) => new Set([...before, ...done.map(({ id }) => id)]))
    if (done.length > 0)
      notifications.show({
        message: t.today.acknowledged(done.map(({ orderNumber }) => orderNumber)),
        color: 'green'
      })
    for (const { index, error } of results)
      if (error)
        notifications.show({
          title: t.today.notAcknowledged(orders[index]?.orderNumber ?? ''),
          message: error.message,
          color: 'red',
          autoClose: false
        })
  }

  function acknowledge(orders: readonly Order[]): void {
    if (sending.size > 0) return
    setSending(new Set(orders.map(({ id }) => id)))
    void send(orders)
      .catch(notifyError)
      .finally(() => {
        setSending(new Set())
        void queries.invalidateQueries({ queryKey: vendorStatisticsKey })
        void queries.invalidateQueries({ queryKey: ['orders'] })
      })
  }
  return { sending, acknowledged, acknowledge }
}
