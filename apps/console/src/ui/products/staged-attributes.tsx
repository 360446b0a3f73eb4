import { Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { attributesTexts } from '../../texts/attributes.ts'
import { productTexts } from '../../texts/product.ts'
import { compareAttributes } from '../attributes/attribute-text.ts'
import { useShownFields } from '../attributes/use-attribute-fields.ts'
import { wording } from '../attributes/wording.ts'
import classes from './staged-values.module.css'

/** The attributes that staged edits change: as they are live, or as they are staged. */
export function StagedAttributes({ product, isStaged }: { product: Product; isStaged: boolean }) {
  const { product: fields } = useShownFields(product.categories.map(({ id }) => id))
  const all = compareAttributes(
    { fields, wording },
    product.attributes,
    product.pendingRevision?.attributes ?? {}
  )
  const changed = all.filter(({ before, after }) => before !== after)
  const unchanged = all.length - changed.length
  return (
    <>
      <dl className={classes.attributes}>
        {changed.map(({ code, label, before, after }) => (
          <div key={code}>
            <dt>{label}</dt>
            <dd>{(isStaged ? after : before) ?? <i>{productTexts.staged.nothing}</i>}</dd>
          </div>
        ))}
      </dl>
      {unchanged > 0 && (
        <Text c="dimmed" fz="xs" mt={4}>
          {attributesTexts.review.unchanged(unchanged)}
        </Text>
      )}
    </>
  )
}
