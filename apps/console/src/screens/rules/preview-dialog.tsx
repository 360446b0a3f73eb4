import { Alert, Paper, Skeleton, Text } from '@mantine/core'
import type { ApprovalRuleConditions, ApprovalRuleDecision, PreviewedApprovalRule } from '@purveyor/client'
import { rulesTexts } from '../../texts/rules.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { DecisionBadge } from './decision-badge.tsx'
import { describeConditions } from './describe-conditions.ts'
import { outcomeOf } from './outcome.ts'
import { RuleOutcomeSummary } from './rule-outcome.tsx'
import { usePreview } from './use-preview.ts'
import { useWording } from './use-wording.ts'

type Props = {
  title: string
  when: ApprovalRuleConditions
  decision: ApprovalRuleDecision
  /** The rules up to the one that is switched on, which is the last. Undefined while it is read. */
  rules: PreviewedApprovalRule[] | undefined
  warning?: string | undefined
  error?: unknown
  submitText: string
  isSending: boolean
  onSubmit: () => void
  onClose: () => void
}

/** Asks whether to switch on a rule, and shows what it would have decided. */
export function PreviewDialog({ rules, ...props }: Props) {
  const preview = usePreview(rules)
  const wording = useWording([props.when])
  const isReady = preview.data !== undefined && !preview.isPlaceholderData
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={props.title}
      size="lg"
      submitText={props.submitText}
      onSubmit={props.onSubmit}
      isSending={props.isSending}
      isDisabled={!isReady}
      error={props.error}
    >
      <Text component="div">
        <DecisionBadge decision={props.decision} /> {describeConditions(props.when, wording)}.
      </Text>
      {props.warning && (
        <Alert color="amber" role="alert">
          {props.warning}
        </Alert>
      )}
      <Paper withBorder p="md" bg="var(--raised)" mih={110}>
        {isReady && rules && <RuleOutcomeSummary outcome={outcomeOf(preview.data, rules.length - 1)} />}
        {preview.error && <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />}
        {!isReady && !preview.error && <Skeleton height={76} aria-hidden />}
      </Paper>
      <Text c="dimmed">{rulesTexts.activate.effect}</Text>
    </ConfirmDialog>
  )
}
