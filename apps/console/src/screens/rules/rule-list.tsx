import { Alert, Paper, Stack, VisuallyHidden } from '@mantine/core'
import type { ApprovalRule, ApprovalRuleList } from '@purveyor/client'
import { useRef, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { moved } from '../../ui/reorder.ts'
import { useDrag } from '../../ui/use-drag.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { outcomeOf } from './outcome.ts'
import { previewedRule } from './preview-rules.ts'
import classes from './rule-list.module.css'
import { RuleRow } from './rule-row.tsx'
import { TotalOutcome } from './total-outcome.tsx'
import { usePreview } from './use-preview.ts'
import { useRuleOrder } from './use-rule-order.ts'
import { useWording } from './use-wording.ts'

/** All approval rules in their order, each with what it would have decided. */
export function RuleList({ list }: { list: ApprovalRuleList }) {
  const { canWrite } = useSignedIn()
  const order = useRuleOrder(list)
  const { rules } = order
  const wording = useWording(rules.map(({ when }) => when))
  const preview = usePreview(rules.map(previewedRule))
  const [announcement, setAnnouncement] = useState('')
  const [deleting, setDeleting] = useState<ApprovalRule>()
  const listRef = useRef<HTMLOListElement>(null)
  const drag = useDrag(listRef, move)

  function move(from: number, to: number) {
    const rule = rules[from]
    if (!rule || to < 0 || to >= rules.length) return
    order.setOrder(moved(rules, from, to).map(({ id }) => id))
    setAnnouncement(t.order.moved(rule.name, to + 1, rules.length))
  }

  return (
    <Stack>
      <TotalOutcome preview={preview} />
      {order.isOutdated ? (
        <Alert color="amber" role="alert">
          {rulesTexts.order.changed}
        </Alert>
      ) : (
        order.error !== undefined && <ErrorAlert error={order.error} />
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <Paper
        withBorder
        component="ol"
        className={classes.list}
        ref={listRef}
        tabIndex={-1}
        aria-label={rulesTexts.listLabel}
      >
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            rules={rules}
            index={index}
            wording={wording}
            outcome={preview.data && !preview.isPlaceholderData ? outcomeOf(preview.data, index) : undefined}
            isDragged={drag.draggedIndex === index}
            style={drag.styleOf(index)}
            handleProps={canWrite ? drag.handleProps(index) : undefined}
            onMove={(to) => move(index, to)}
            onDelete={() => setDeleting(rule)}
          />
        ))}
      </Paper>
      <DeleteDialog
        rule={deleting}
        onClose={() => setDeleting(undefined)}
        onGone={() => listRef.current?.focus()}
      />
    </Stack>
  )
}
