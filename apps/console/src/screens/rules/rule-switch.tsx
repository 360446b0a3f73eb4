import { Badge, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ApprovalRule } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { SwitchOnDialog } from './switch-on-dialog.tsx'
import { rulesKey } from './use-rules.ts'

type Props = { rule: ApprovalRule; rules: ApprovalRule[]; index: number }

/** Switches a rule off at once, and on after a look at its preview. */
export function RuleSwitch({ rule, rules, index }: Props) {
  const { purveyor, canWrite } = useSignedIn()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const switchOff = useMutation({
    mutationFn: () => purveyor.platform.approvalRules.update(rule.id, { isActive: false }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: rulesKey })
      notifications.show({ message: rulesTexts.activate.undone(rule.name) })
    },
    onError: notifyError
  })
  if (!canWrite) {
    return (
      <Badge color={rule.isActive ? 'brand' : 'gray'}>{rule.isActive ? rulesTexts.on : rulesTexts.off}</Badge>
    )
  }
  return (
    <>
      <Switch
        checked={rule.isActive && !switchOff.isPending}
        onChange={() => (rule.isActive ? switchOff.mutate() : setAsking(true))}
        aria-label={rulesTexts.isActive(rule.name)}
        withThumbIndicator={false}
      />
      {isAsking && (
        <SwitchOnDialog rule={rule} rules={rules} index={index} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
