import { Badge } from '@mantine/core'
import type { ApprovalRuleDecision } from '@purveyor/client'
import { IconCheck, IconUser, IconX } from '@tabler/icons-react'
import { rulesTexts } from '../../texts/rules.ts'

const decisionLooks = {
  APPROVE: { color: 'green', icon: IconCheck },
  REJECT: { color: 'red', icon: IconX },
  QUEUE: { color: 'amber', icon: IconUser }
} as const

/** What a rule does with the entries that match it. */
export function DecisionBadge({ decision }: { decision: ApprovalRuleDecision }) {
  const { color, icon: Icon } = decisionLooks[decision]
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {rulesTexts.decisions[decision]}
    </Badge>
  )
}
