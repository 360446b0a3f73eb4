import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Headers that the service sends itself, and those that concern the connection or the body. */
const reserved = new Set([
  ...[
    'accept-encoding',
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'expect'
  ],
  ...[
    'host',
    'http2-settings',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection'
  ],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'via']
])

/**
 * Returns what is wrong with a header that a webhook shall send (contract 6.2), to be shown after the name of the field,
 * or undefined if it can be sent. The text doesn't contain the value.
 */
export function checkWebhookHeader(name: string, value: string): string | undefined {
  const key = name.toLowerCase()
  if (!isValid(() => validateHeaderName(name))) return 'must have a valid name, such as Authorization'
  if (reserved.has(key) || key.startsWith('webhook-'))
    return `must not contain ${name}, since the service or the connection determines its value`
  if (!isValid(() => validateHeaderValue(name, value)) || value !== value.trim())
    return `must have a value for ${name} without line breaks, control characters, spaces at its ends, and characters that are not in ISO 8859-1`
  return undefined
}

function isValid(validate: () => void): boolean {
  try {
    validate()
    return true
  } catch {
    return false
  }
}
