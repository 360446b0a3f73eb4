import { Button, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { t } from '../../../texts/texts.ts'
import { useProductForm } from '../form/form-context.ts'
import { ReasonList } from './reason-list.tsx'
import { reasonsAt, rejectedText } from './reasons.ts'
import classes from './status.module.css'

/** What the operator has said about a field, and that its value waits for approval. */
export function FieldNotes({ field }: { field: string }) {
  const { product, form, isReadOnly, change } = useProductForm()
  if (!product) return null
  const texts = t.productScreen.notes
  const reasons = reasonsAt(product, field)
  const rejected = rejectedText(product, field)
  const isWaiting = product.pendingRevision !== null && field in product.pendingRevision
  const canUse =
    rejected !== undefined && !isReadOnly && (form as Record<string, unknown>)[field] !== rejected
  function correct(event: MouseEvent<HTMLButtonElement>) {
    event.currentTarget.form?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
    change({ [field]: rejected })
  }
  return (
    <>
      {isWaiting && (
        <Text fz="xs" mt={4} c="var(--mantine-color-blue-light-color)">
          {texts.waiting}
        </Text>
      )}
      {(reasons.length > 0 || rejected !== undefined) && (
        <div className={classes.note} data-rejected>
          <Text fw={600} fz="sm">
            {texts.rejected}
          </Text>
          {reasons.length > 0 && <ReasonList reasons={reasons} product={product} />}
          {rejected !== undefined && (
            <Text fz="sm" mt={4} lineClamp={4}>
              {texts.proposed(rejected)}
            </Text>
          )}
          {canUse && (
            <Button size="compact-xs" variant="default" mt={6} onClick={correct}>
              {texts.correct}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
