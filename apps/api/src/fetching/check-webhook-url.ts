import { isHttpUrl } from '../lib/urls.ts'
import { type AddressGuard, hostKey } from './address-guard.ts'
import { startDeadline, untilAborted } from './deadline.ts'
import { FetchFailure } from './fetch-failure.ts'
import { webhookTarget } from './fetch-url.ts'
import { allowedAddresses, type Resolve, resolveHost } from './resolve-host.ts'

/** The time limit for the DNS lookup. */
const lookupLimitMs = 2000

/**
 * Returns what is wrong with the URL of a webhook (contract 6.2), to be shown after the name of the field, or undefined
 * if it can be used. If the name of the host can't be resolved within 2 s, the URL is accepted, since addresses are
 * checked again for each connection.
 */
export async function checkWebhookUrl(
  text: string,
  {
    guard,
    resolve = resolveHost,
    lookupMs = lookupLimitMs
  }: { guard: AddressGuard; resolve?: Resolve; lookupMs?: number }
): Promise<string | undefined> {
  const url = isHttpUrl(text) ? URL.parse(text) : null
  if (!url)
    return 'must be an https URL without a user name and password, such as https://example.com/webhooks'
  const target = webhookTarget(url)
  const { host, isDefaultPort } = target
  const key = hostKey(host)
  const isLocal = key === 'localhost' || key.endsWith('.localhost')
  if (isLocal && !guard.isAllowedHost(host)) return notPublic
  const deadline = startDeadline(lookupMs, 'lookup')
  const { signal } = deadline
  try {
    await untilAborted(allowedAddresses(target, { guard, resolve, signal }), signal)
    return undefined
  } catch (error) {
    const isRefused = error instanceof FetchFailure && error.reason === 'ADDRESS_NOT_ALLOWED'
    // With http and other ports, the host has to be allowed. If it isn't, one of its addresses must be, which isn't known.
    const canBeUsed = !isRefused && (isDefaultPort || guard.isAllowedHost(host))
    return canBeUsed ? undefined : describeRefusal(url, isDefaultPort)
  } finally {
    deadline.clear()
  }
}

const notPublic = 'must have a host with public addresses only, such as https://example.com/webhooks'

function describeRefusal(url: URL, isDefaultPort: boolean): string {
  if (url.protocol !== 'https:') return 'must be an https URL, such as https://example.com/webhooks'
  return isDefaultPort ? notPublic : 'must use port 443, such as https://example.com/webhooks'
}
