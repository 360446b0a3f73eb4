import type { Fault } from '../../errors.ts'
import type { AddressGuard } from '../../fetching/address-guard.ts'
import { checkWebhookUrl } from '../../fetching/check-webhook-url.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { checkWebhookHeader } from './check-headers.ts'
import { maxHeaders } from './schema.ts'

const maxHeaderName = 100
const maxHeaderValue = 4096

/**
 * Returns the faults of a webhook in a request that the schema can't express: an address that isn't allowed, headers
 * that can't be sent, and repeated types (contract 6.2).
 */
export async function webhookFaults(body: unknown, guard: AddressGuard): Promise<Fault[]> {
  const { url, types, headers } = recordOf(body)
  return [
    ...(await urlFaults(url, guard)),
    ...repeatedFaults('/types', listOf(types), { code: 'REPEATED_TYPE' }),
    ...headerFaults(headers)
  ]
}

/** Returns the faults of the feed and the types of a webhook to create. */
export function feedFaults(body: unknown, { isPlatform }: { isPlatform: boolean }): Fault[] {
  const { feed, types } = recordOf(body)
  if (feed !== 'CATALOG_CHANGES') return []
  if (!isPlatform) return [fault('/feed', 'NOT_ALLOWED', 'must be EVENTS for vendors')]
  return typesFaults(types)
}

/** Returns a fault if `types` are given for a webhook with the feed CATALOG_CHANGES. */
export function typesFaults(types: unknown): Fault[] {
  if (types === undefined || types === null) return []
  return [fault('/types', 'NOT_ALLOWED', 'must be null with the feed CATALOG_CHANGES, which has no types')]
}

async function urlFaults(url: unknown, guard: AddressGuard): Promise<Fault[]> {
  if (typeof url !== 'string' || url.length > 2048) return []
  const message = await checkWebhookUrl(url, { guard })
  return message === undefined ? [] : [fault('/url', 'URL_NOT_ALLOWED', message)]
}

function headerFaults(headers: unknown): Fault[] {
  const entries = Object.entries(recordOf(headers))
  if (entries.length > maxHeaders) {
    return [fault('/headers', 'TOO_MANY', `must have at most ${maxHeaders} headers`)]
  }
  const seen = new Set<string>()
  return entries.flatMap(([name, value]) => {
    const key = name.toLowerCase()
    const pointer = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const isRepeated = seen.has(key)
    seen.add(key)
    if (typeof value !== 'string') return [fault(pointer, 'INVALID_TYPE', 'must be a string')]
    const message = isRepeated
      ? 'must be unique; the names of headers are the same in upper and lower case'
      : headerProblem(name, value)
    return message === undefined ? [] : [fault(pointer, 'INVALID_HEADER', message)]
  })
}

function headerProblem(name: string, value: string): string | undefined {
  if (name.length > maxHeaderName) return `must have a name of at most ${maxHeaderName} characters`
  if (value.length > maxHeaderValue) return `must have at most ${maxHeaderValue} characters`
  return checkWebhookHeader(name, value)
}
