import type { Webhook, WebhookFailureReason, WebhookStatus } from '@purveyor/client'
import { webhookTexts as texts } from '../../texts/webhooks.ts'
import { formatDuration, formatShortDateTime, formatTime } from '../../ui/format.ts'

/** Returns what a webhook is called: its description, or its address without the scheme. */
export function nameOf({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description ?? shortUrl(url)
}

/** Returns an address without its scheme. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns which events a webhook gets, in a few words. */
export function describeTypes({ feed, types }: Pick<Webhook, 'feed' | 'types'>): string {
  if (feed === 'CATALOG_CHANGES') return texts.feeds.CATALOG_CHANGES
  if (types === null) return texts.allTypes
  const [first] = types
  return types.length === 1 && first ? texts.types[first] : texts.someTypes(types.length)
}

/** Returns why an attempt failed, with the status of the answer. */
export function describeFailure({
  reason,
  status
}: {
  reason: WebhookFailureReason
  status: number | null
}): string {
  return texts.lastFailure(texts.reasons[reason], status)
}

/** Returns a time of today without the day. */
export function formatMoment(timestamp: string): string {
  const isToday = new Date(timestamp).toDateString() === new Date().toDateString()
  return isToday ? formatTime(timestamp) : formatShortDateTime(timestamp)
}

/** Returns the sentences that say how the deliveries of a webhook proceed. `status` is undefined while it is read. */
export function describeState(webhook: Webhook, status: WebhookStatus | undefined): string[] {
  if (webhook.stoppedBy) {
    const { stopReason, stoppedBy } = webhook
    return [texts.stateText[stoppedBy], ...(stopReason ? [texts.stateText.reason(stopReason)] : [])]
  }
  if (webhook.state === 'FAILING') return describeFailing(webhook, status)
  if (!status) return []
  if (status.lagEvents === 0)
    return [
      status.setAsideCount > 0
        ? texts.stateText.setAside(texts.eventCount(status.setAsideCount))
        : texts.stateText.healthy
    ]
  return [texts.stateText.catchingUp(texts.eventCount(status.lagEvents), formatDuration(status.lagSeconds))]
}

function describeFailing({ failingSince }: Webhook, status: WebhookStatus | undefined): string[] {
  const next = status?.nextAttemptAt
  return [
    ...(failingSince ? [texts.stateText.failing(formatMoment(failingSince))] : []),
    ...(status?.lastFailure ? [describeFailure(status.lastFailure)] : []),
    ...(next ? [isPast(next) ? texts.stateText.nextSoon : texts.stateText.next(formatMoment(next))] : []),
    texts.stateText.nothingLost
  ]
}

function isPast(timestamp: string): boolean {
  return Date.parse(timestamp) <= Date.now()
}
