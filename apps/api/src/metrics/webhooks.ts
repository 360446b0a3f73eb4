import { counter } from './registry.ts'

/** The attempts of this process to deliver an event to a webhook. */
export const webhookDeliveries = counter('purveyor_webhook_deliveries_total', {
  help: 'Attempts of this process to deliver an event to a webhook, by result.',
  labels: ['result']
})

// Rates can only be computed if the first value of a counter is 0.
for (const result of ['delivered', 'refused', 'failed']) webhookDeliveries.inc({ result }, 0)
