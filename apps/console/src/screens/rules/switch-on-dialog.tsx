import { notifications } from '@mantine/notifications'
import { type ApprovalRule, PreconditionFailed } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { previewedRule } from './preview-rules.ts'
import { ruleKey, rulesKey, useRule } from './use-rules.ts'

type Props = { rule: ApprovalRule; rules: ApprovalRule[]; index: number; onClose: () => void }

/** Switches on a rule of the list, exactly as its preview shows it. */
export function SwitchOnDialog({ rule: listed, rules, index, onClose }: Props) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const { data: rule, error } = useRule(listed.id)
  const switchOn = useMutation({
    mutationFn: (shown: ApprovalRule) => purveyor.platform.approvalRules.update(shown, { isActive: true }),
    async onSuccess({ name }) {
      await queries.invalidateQueries({ queryKey: rulesKey })
      notifications.show({ message: rulesTexts.activate.done(name), color: 'green' })
      onClose()
    },
    onError: () => queries.invalidateQueries({ queryKey: ruleKey(listed.id) })
  })
  const earlier = rules.slice(0, index).map(previewedRule)
  return (
    <PreviewDialog
      title={rulesTexts.activate.title(rule?.name ?? listed.name)}
      when={(rule ?? listed).when}
      decision={(rule ?? listed).then}
      rules={rule && [...earlier, { ...previewedRule(rule), isActive: true }]}
      warning={switchOn.error instanceof PreconditionFailed ? rulesTexts.activate.changed : undefined}
      error={error ?? (switchOn.error instanceof PreconditionFailed ? undefined : switchOn.error)}
      submitText={rulesTexts.activate.submit}
      isSending={switchOn.isPending}
      onSubmit={() => rule && switchOn.mutate(rule)}
      onClose={onClose}
    />
  )
}
