import type { FastifyRequest } from 'fastify'
import type { Fault } from '../errors.ts'
import { parameterFault } from './faults.ts'

/**
 * Faults of the text of path and query parameters that could not be kept as it was sent: `NUL_CHARACTER`, and
 * `INVALID_UTF8` for what is no percent-encoded UTF-8, which the parser of the query would leave as it stands.
 */
export function urlTextFaults({ params, query, url }: FastifyRequest): Fault[] {
  const faults = new Map<string, Fault>()
  for (const [name, value] of [...entriesOf(params), ...entriesOf(query)]) {
    if (String(value).includes('\0')) {
      faults.set(name, parameterFault(name, 'NUL_CHARACTER', 'holds a NUL character'))
    }
  }
  for (const pair of url.split(/[?#](.*)/s)[1]?.split('&') ?? []) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (decoded(value) === undefined) {
      const shown = decoded(name) ?? name
      faults.set(shown, parameterFault(shown, 'INVALID_UTF8', 'is not percent-encoded UTF-8'))
    }
  }
  return [...faults.values()]
}

function entriesOf(values: unknown): [string, unknown][] {
  return Object.entries((values ?? {}) as object)
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
