import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconMessagePlus, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { LaterTooltip } from '../../../ui/later-tooltip.tsx'
import classes from './decision.module.css'
import type { Target, Verdict } from './draft.ts'
import type { Review } from './use-review.tsx'

const choices = [
  { verdict: 'APPROVE', label: t.decision.approve, icon: IconCheck },
  { verdict: 'REJECT', label: t.decision.reject, icon: IconX },
  { verdict: undefined, label: t.decision.leaveOpen, icon: IconCircleDashed }
] as const satisfies { verdict: Verdict | undefined; label: string; icon: unknown }[]

/** Approves a field of a revision, rejects it, or leaves it open. */
export function FieldVerdict({ review, field }: { review: Review; field: string }) {
  const current = review.state.draft.verdicts[field]
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group has its label in the heading of the field
    <div className={classes.verdicts} role="group" aria-label={t.decision.verdictOn(fieldName(field))}>
      {choices.map(({ verdict, label, icon: Icon }) => (
        <button
          key={label}
          type="button"
          className={classes.verdict}
          data-verdict={verdict ?? 'OPEN'}
          aria-pressed={current === verdict}
          disabled={!review.mayDecide}
          title={label}
          onClick={() => review.setVerdict(field, verdict)}
        >
          <Icon size={15} stroke={2.2} aria-hidden />
          <span>{label}</span>
        </button>
      ))}
    </div>
  )
}

type AddReasonProps = {
  label: string
  field: string
  imageId: string | undefined
  isDisabled: boolean
  /** Pass the same function, so that the button isn't rendered again. */
  onAdd(target: Target): void
}

/** Begins a reason about a field or an image. An entry has many of these buttons, so they are light. */
export const AddReason = memo(function AddReason({
  label,
  field,
  imageId,
  isDisabled,
  onAdd
}: AddReasonProps) {
  return (
    <LaterTooltip label={t.decision.addReason}>
      <ActionIcon
        size={28}
        aria-label={label}
        disabled={isDisabled}
        onClick={() => onAdd({ field, ...(imageId !== undefined && { imageId }) })}
      >
        <IconMessagePlus size={17} stroke={1.7} />
      </ActionIcon>
    </LaterTooltip>
  )
})
