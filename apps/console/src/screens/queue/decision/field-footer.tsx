import { t } from '../../../texts/texts.ts'
import classes from './decision.module.css'
import { targetLabel } from './labels.ts'
import type { Review } from './use-review.tsx'

/** Shows the reasons for a field below the field. */
export function FieldFooter({ review, field }: { review: Review; field: string }) {
  const { draft } = review.state
  const reasons = draft.reasons.filter(({ target }) => target.field === field)
  const isRejected = review.entry.kind !== 'REVISION' || draft.verdicts[field] === 'REJECT'
  if (reasons.length === 0 || !isRejected) return null
  return (
    <ul className={classes.fieldReasons} aria-label={t.decision.reasons}>
      {reasons.map(({ id, text, target }) => (
        <li key={id}>
          {target.imageId !== undefined && <b>{targetLabel(review.entry, target)}: </b>}
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
