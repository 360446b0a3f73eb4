import { Kbd } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import classes from './decision.module.css'
import { fieldsOf } from './draft.ts'
import { FieldVerdict } from './field-verdict.tsx'
import type { Review } from './use-review.tsx'

/** The changed fields of a revision with the decision on each. */
export function VerdictList({ review }: { review: Review }) {
  return (
    <div>
      <h3 className={classes.heading}>{t.decision.fields}</h3>
      <ul className={classes.fields}>
        {fieldsOf(review.entry).map((field, index) => (
          <li key={field}>
            <span className={classes.fieldName}>
              <Kbd size="xs" aria-hidden>
                {index + 1}
              </Kbd>
              {fieldName(field)}
            </span>
            <FieldVerdict review={review} field={field} />
          </li>
        ))}
      </ul>
    </div>
  )
}
