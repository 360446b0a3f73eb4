import type { Message, MessageContext } from './message.ts'

/** Why events may be missing: they were deleted because of their age, or the database was restored from a backup. */
export type GapReason = 'RETENTION' | 'RESTORE'

/** Returns the paths of the lists that the receiver of a webhook has to read again after a gap. */
function listsOf(feed: 'EVENTS' | 'CATALOG_CHANGES', isPlatform: boolean): string[] {
  if (feed === 'CATALOG_CHANGES')
    return ['/storefront/products', '/storefront/vendors', '/storefront/categories']
  return isPlatform
    ? ['/platform/products', '/platform/orders', '/platform/vendors', '/platform/statements']
    : ['/vendor/products', '/vendor/orders', '/vendor/shipments', '/vendor/statements', '/vendor/import-jobs']
}

/**
 * Builds the message `feed.gap` (contract 6.2), which says that events after `position` may be missing. Its id is the
 * same for each attempt to deliver it.
 */
export function gapMessage(
  gap: {
    webhookId: string
    vendorId: string | null
    feed: 'EVENTS' | 'CATALOG_CHANGES'
    reason: GapReason
    number: number
    position: number
    timestamp: Date
  },
  { isPlatform, cursors, publicUrl }: MessageContext
): Message {
  const { webhookId, feed, reason, number, position, timestamp } = gap
  const id = `gap-${webhookId}-${number}`
  const readAgain = listsOf(feed, isPlatform).map((path) => `${publicUrl}/api/v1${path}`)
  const body = {
    id,
    type: 'feed.gap',
    timestamp: timestamp.toISOString(),
    ...(isPlatform && { vendorId: gap.vendorId }),
    sequence: position,
    cursor: cursors.write([String(position)]),
    subject: { type: 'webhook', id: webhookId },
    changedFields: [],
    actor: { type: 'SYSTEM', id: null, name: 'Purveyor' },
    details: { reason, readAgain: readAgain.join(' ') },
    url: null
  }
  return { sequence: position, key: id, eventId: id, type: 'feed.gap', id, body: JSON.stringify(body) }
}
