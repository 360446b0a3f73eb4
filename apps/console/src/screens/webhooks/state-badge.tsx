import { Badge } from '@mantine/core'
import type { Webhook } from '@purveyor/client'
import { webhookTexts as texts } from '../../texts/webhooks.ts'

const colors = { HEALTHY: 'green', FAILING: 'red', STOPPED: 'gray' }

/** The state of a webhook in one word. */
export function StateBadge({ state, stoppedBy }: Pick<Webhook, 'state' | 'stoppedBy'>) {
  const isPaused = stoppedBy === 'OWNER'
  return (
    <Badge miw="max-content" color={stoppedBy === 'OPERATOR' ? 'red' : colors[state]}>
      {isPaused ? texts.paused : texts.states[state]}
    </Badge>
  )
}
