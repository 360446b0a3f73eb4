import { setTimeout as pause } from 'node:timers/promises'
import type { Event } from '@purveyor/client'
import { signWebhook } from '@purveyor/client/webhooks'

/** The answer of a receiver, or the reason why there is none. */
export type Attempt = { status: number | null; durationMs: number; text: string }

/** How the delivery of an event ended. `STOPPED`: the receiver has answered with 410, or Ctrl-C was pressed. */
export type Delivered = 'DELIVERED' | 'REFUSED' | 'STOPPED'

export type Delivery = {
  to: string
  secret: string
  event: Event
  body: string
  signal: AbortSignal
  /** Called after each attempt. `retryInMs` is undefined after the last one. */
  onAttempt(attempt: Attempt, retryInMs: number | undefined): void
}

/** As the service does it: see "Answers" in the contract, section 6.2. */
const timeoutMs = 15_000
const maxRefusals = 3
const failureStatuses = [401, 403, 404, 408, 429]
/** Shorter than those of the service, because someone is watching. */
const firstPauseMs = 1_000
const maxPauseMs = 10_000
const maxAnswer = 200

/**
 * Posts an event, signed as the service does it, until the receiver accepts it. An event that it refuses three times, with
 * another 4xx than those that mean a failure of the receiver, is given up.
 */
export async function deliver(delivery: Delivery): Promise<Delivered> {
  const { signal, onAttempt } = delivery
  let refusals = 0
  for (let attempts = 0; !signal.aborted; attempts++) {
    const attempt = await post(delivery)
    if (signal.aborted) break
    const { status } = attempt
    const isDelivered = status !== null && status >= 200 && status < 300
    const isRefused = status !== null && status >= 400 && status < 500 && !failureStatuses.includes(status)
    refusals += isRefused ? 1 : 0
    const isLast = isDelivered || status === 410 || refusals === maxRefusals
    const retryInMs = isLast ? undefined : Math.min(maxPauseMs, firstPauseMs * 2 ** attempts)
    onAttempt(attempt, retryInMs)
    if (status === 410) return 'STOPPED'
    if (isDelivered) return 'DELIVERED'
    if (retryInMs === undefined) return 'REFUSED'
    await pause(retryInMs, undefined, { signal }).catch(() => {})
  }
  return 'STOPPED'
}

async function post({ to, secret, event, body, signal }: Delivery): Promise<Attempt> {
  const begun = performance.now()
  const headers = {
    'content-type': 'application/json',
    ...(await signWebhook({ secret, id: event.id, body }))
  }
  const ended = (status: number | null, text: string): Attempt => ({
    status,
    durationMs: Math.round(performance.now() - begun),
    text: text.trim().slice(0, maxAnswer)
  })
  try {
    const response = await fetch(to, {
      ...{ method: 'POST', headers, body, redirect: 'manual' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    })
    return ended(response.status, await response.text())
  } catch (error) {
    return ended(null, reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string }
  return code === 'ECONNREFUSED' ? 'nothing listens at this address' : reason || code || message
}
