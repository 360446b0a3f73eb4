import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconMessagePlus, IconX } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import classes from './decision.module.css'
import type { Target, Verdict } from './draft.ts'
import { targetLabel } from './labels.ts'
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

/** Begins a reason about a field or an image. */
export function AddReason({ review, target }: { review: Review; target: Target }) {
  const label = t.decision.addReasonFor(targetLabel(review.entry, target))
  return (
    <Tooltip label={t.decision.addReason}>
      <ActionIcon
        size={28}
        aria-label={label}
        disabled={!review.mayDecide}
        onClick={() => review.addReason(target)}
      >
        <IconMessagePlus size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
