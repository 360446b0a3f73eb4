import type { VendorWebhook, VendorWebhookPage, WebhookState, WebhooksResource } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { webhookKeys } from '../../ui/webhook-keys.ts'

/** How often the state of a webhook is read again while it is shown, in milliseconds. */
const refreshMs = 5000
const pageSize = 50

/** Returns the calls for the webhooks of this side: those of the vendor, or those of the operator. */
export function useWebhookCalls(): WebhooksResource {
  const { side, purveyor } = useSignedIn()
  return side === 'platform' ? purveyor.platform.webhooks : purveyor.webhooks
}

/** Reads all webhooks of this side. */
export function useWebhooks() {
  const calls = useWebhookCalls()
  return useQuery({
    queryKey: webhookKeys.list,
    queryFn: async ({ signal }) => (await calls.list({ signal })).webhooks,
    refetchInterval: refreshMs
  })
}

/** Reads a webhook. */
export function useWebhook(id: string) {
  const calls = useWebhookCalls()
  return useQuery({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => calls.get(id, { signal }),
    refetchInterval: refreshMs
  })
}

/** Reads the lag and the attempts of a webhook. */
export function useWebhookStatus(id: string) {
  const calls = useWebhookCalls()
  return useQuery({
    queryKey: webhookKeys.status(id),
    queryFn: ({ signal }) => calls.status(id, { signal }),
    refetchInterval: refreshMs
  })
}

/** Reads the attempts that failed, the newest first. */
export function useFailedAttempts(id: string) {
  const calls = useWebhookCalls()
  return usePages({
    queryKey: webhookKeys.failures(id),
    read: (cursor, signal) => calls.failedAttempts(id, { first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ failedAttempts }) =>
      failedAttempts.map((attempt) => ({ ...attempt, id: `${attempt.at} ${attempt.eventId}` })),
    refreshMs
  })
}

/** Reads the events that are set aside, in the order of the feed. */
export function useSetAsideEvents(id: string) {
  const calls = useWebhookCalls()
  return usePages({
    queryKey: webhookKeys.setAside(id),
    read: (cursor, signal) => calls.setAsideEvents(id, { first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ setAsideEvents }) => setAsideEvents.map((event) => ({ ...event, id: event.eventId })),
    refreshMs
  })
}

export type VendorWebhookFilters = { vendorId: string | undefined; state: WebhookState | undefined }

/** Reads the webhooks of all vendors, the newest first. */
export function useVendorWebhooks(filters: VendorWebhookFilters) {
  const { purveyor } = useSignedIn()
  return usePages<VendorWebhookPage, VendorWebhook>({
    queryKey: [...webhookKeys.vendors, filters],
    read: (cursor, signal) =>
      purveyor.platform.vendorWebhooks.list({ ...filters, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ webhooks }) => webhooks
  })
}

/** Returns a function that reads everything about webhooks again. */
export function useRefreshWebhooks(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: webhookKeys.all })
}
