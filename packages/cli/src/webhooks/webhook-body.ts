import type { Event, PlatformEvent } from '@purveyor/client'
import { resourcePaths } from '@purveyor/client/resource-paths'

/**
 * Returns the body with which the service would post an event to a webhook. `origin` is the address of the service. Texts
 * aren't cut.
 */
export function webhookBody(event: Event | PlatformEvent, origin: string): string {
  const { id, type, occurredAt, sequence, cursor, subject, changedFields, actor, details } = event
  const isPlatform = 'vendorId' in event
  return JSON.stringify({
    ...{ id, type, timestamp: occurredAt },
    ...(isPlatform && { vendorId: event.vendorId }),
    ...{ sequence, cursor, subject, changedFields, actor, details },
    url: urlOf(event, isPlatform ? resourcePaths.platform : resourcePaths.vendor, origin)
  })
}

function urlOf(event: Event | PlatformEvent, paths: Record<string, string>, origin: string): string | null {
  const { type, subject } = event
  // The operator has no endpoint for a single webhook of a vendor.
  if (subject.type === 'webhook' && 'vendorId' in event && event.vendorId !== null) return null
  const path = paths[subject.type]
  if (path === undefined || type.endsWith('.deleted') || (subject.id === null && path.includes(':id')))
    return null
  return `${origin}/api/v1${path.replace(':id', subject.id ?? '')}`
}
