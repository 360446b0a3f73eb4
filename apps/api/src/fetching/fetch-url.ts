import type { FetchTarget } from './address-guard.ts'
import { FetchFailure } from './fetch-failure.ts'

/**
 * Parses an http or https URL without a user name and password. Throws a FetchFailure if the text is anything else. The
 * parser normalizes all notations of IPv4 addresses, such as `0x7f.1`.
 */
export function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw new FetchFailure('INVALID_URL', 'the URL is not valid')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchFailure('INVALID_URL', 'the URL is not http or https')
  if (url.username !== '' || url.password !== '')
    throw new FetchFailure('INVALID_URL', 'the URL contains a user name or password')
  return url
}

/** Returns the target of a fetch from the URL. */
export function targetOf(url: URL): FetchTarget {
  return { host: url.hostname.replace(/^\[|\]$/g, ''), isDefaultPort: url.port === '' }
}

/** Returns the target of a webhook from the URL. Public addresses are allowed only with https on port 443. */
export function webhookTarget(url: URL): FetchTarget {
  const { host, isDefaultPort } = targetOf(url)
  return { host, isDefaultPort: isDefaultPort && url.protocol === 'https:' }
}
