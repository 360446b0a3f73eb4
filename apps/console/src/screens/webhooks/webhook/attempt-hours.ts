import type { WebhookAttemptCount } from '@purveyor/client'

const hourMs = 3_600_000
const hours = 72

/** Returns the attempts of each of the last 72 hours, the oldest first, also of those without attempts. */
export function attemptHours(attempts: readonly WebhookAttemptCount[], now: number): WebhookAttemptCount[] {
  const known = new Map(attempts.map((one) => [Date.parse(one.hour), one]))
  const last = Math.floor(now / hourMs) * hourMs
  return Array.from({ length: hours }, (_, index) => {
    const start = last - (hours - 1 - index) * hourMs
    const none = { hour: new Date(start).toISOString(), delivered: 0, failed: 0, averageDurationMs: 0 }
    return known.get(start) ?? none
  })
}
