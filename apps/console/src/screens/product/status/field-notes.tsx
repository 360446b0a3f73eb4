import { Button, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { compareAttributes } from '../../../ui/attributes/attribute-text.ts'
import { attributeList } from '../../../ui/attributes/attribute-values.ts'
import { wording } from '../../../ui/attributes/wording.ts'
import { ReasonList } from '../../../ui/products/reason-list.tsx'
import { reasonsAt, rejectedAttributes, rejectedText } from '../../../ui/products/reasons.ts'
import { useProductForm } from '../form/form-context.ts'
import { isSame } from '../form/product-form.ts'
import classes from './status.module.css'

/** What the operator has said about a field, and that its value waits for approval. */
export function FieldNotes({ field }: { field: string }) {
  const { product, form, isReadOnly, change } = useProductForm()
  const rejected = useRejected(field)
  if (!product) return null
  const texts = productTexts.notes
  const reasons = reasonsAt(product, field)
  const isWaiting = product.pendingRevision !== null && field in product.pendingRevision
  const canUse = rejected && !isReadOnly && !isSame((form as Record<string, unknown>)[field], rejected.value)
  function correct(event: MouseEvent<HTMLButtonElement>) {
    event.currentTarget.form?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
    change({ [field]: rejected?.value })
  }
  return (
    <>
      {isWaiting && (
        <Text fz="xs" mt={4} c="var(--mantine-color-blue-light-color)">
          {texts.waiting}
        </Text>
      )}
      {(reasons.length > 0 || rejected) && (
        <div className={classes.note} data-rejected>
          <Text fw={600} fz="sm">
            {texts.rejected}
          </Text>
          {reasons.length > 0 && <ReasonList reasons={reasons} product={product} />}
          {rejected && (
            <Text fz="sm" mt={4} lineClamp={4}>
              {texts.proposed(rejected.text)}
            </Text>
          )}
          {canUse && (
            <Button size="compact-xs" variant="default" mt={6} onClick={correct}>
              {field === 'attributes' ? texts.correctValues : texts.correct}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Returns the rejected value of a field as the form has it, and as text. */
function useRejected(field: string): { value: unknown; text: string } | undefined {
  const { product, fields } = useProductForm()
  if (!product) return undefined
  const map = field === 'attributes' ? rejectedAttributes(product) : undefined
  if (map) {
    const entries = compareAttributes({ fields: fields.product, wording }, {}, map)
    const text = entries.map(({ label, after }) => `${label}: ${after}`).join(' · ')
    return { value: attributeList(map), text }
  }
  const text = rejectedText(product, field)
  return text === undefined ? undefined : { value: text, text }
}
