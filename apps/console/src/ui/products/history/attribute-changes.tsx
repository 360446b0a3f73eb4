import type { HistoryEntry, Product } from '@purveyor/client'
import { productTexts } from '../../../texts/product.ts'
import { compareAttributes } from '../../attributes/attribute-text.ts'
import { useShownFields } from '../../attributes/use-attribute-fields.ts'
import { wording } from '../../attributes/wording.ts'
import classes from './history.module.css'

type Props = { entry: Pick<HistoryEntry, 'oldValue' | 'newValue' | 'variantId'>; product: Product }

/** The attributes that were changed, each with its value before and after. */
export function AttributeChanges({ entry: { oldValue, newValue, variantId }, product }: Props) {
  const fields = useShownFields(product.categories.map(({ id }) => id))
  const [before, after] = [mapOf(oldValue), mapOf(newValue)]
  const all = compareAttributes(
    { fields: variantId ? fields.variant : fields.product, wording },
    before,
    after
  )
  const changed = all.filter(({ code }) => JSON.stringify(before[code]) !== JSON.stringify(after[code]))
  return changed.map(({ code, label, before: was, after: is }) => (
    <span key={code} className={classes.attribute}>
      {label}: <del className={classes.old}>{was ?? productTexts.values.nothing}</del>{' '}
      <span aria-hidden>→</span> <ins className={classes.new}>{is ?? productTexts.values.nothing}</ins>
    </span>
  ))
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
