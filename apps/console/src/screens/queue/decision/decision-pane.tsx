import { t } from '../../../texts/texts.ts'
import { entryKey } from '../entry.ts'
import classes from './decision.module.css'
import { DecisionButtons } from './decision-buttons.tsx'
import { Notices } from './notices.tsx'
import { ReasonsPanel } from './reasons-panel.tsx'
import type { Review } from './use-review.tsx'
import { VerdictList } from './verdict-list.tsx'

/** The right pane of the review: what happens to each field, the reasons, and the buttons that decide. */
export function DecisionPane({ review }: { review: Review }) {
  const key = entryKey(review.entry)
  return (
    <section className={classes.pane} aria-label={t.decision.label}>
      <div className={classes.content} data-scrolls>
        <Notices key={key} review={review} />
        {review.entry.kind === 'REVISION' && <VerdictList review={review} />}
        <ReasonsPanel review={review} />
      </div>
      <DecisionButtons review={review} />
    </section>
  )
}
