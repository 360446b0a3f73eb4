import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../../../texts/texts.ts'
import { InlineText } from '../text/marked-text.tsx'
import { scalarText } from './scalar.ts'
import classes from './values.module.css'

type Props = { field: string; before: unknown; after: unknown }

/** Shows the old and the new value of a short field, such as a code or a yes or no. */
export function ValueDifference({ field, before, after }: Props) {
  const [old, next] = [scalarText(field, before), scalarText(field, after)]
  return (
    <p className={classes.value}>
      {old ? (
        <del className={classes.removed}>
          <InlineText text={old} />
        </del>
      ) : (
        <span className={classes.empty}>{t.difference.empty}</span>
      )}
      <IconArrowRight size={14} aria-label={t.difference.changedTo} role="img" className={classes.arrow} />
      {next ? (
        <ins className={classes.added}>
          <InlineText text={next} />
        </ins>
      ) : (
        <span className={classes.empty}>{t.difference.empty}</span>
      )}
    </p>
  )
}
