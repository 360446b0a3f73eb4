import { Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { attributesTexts } from '../../../texts/attributes.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { isLive } from '../../../ui/products/is-live.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { AttributeForm } from './attribute-form.tsx'

/** The attributes of the product: the fields that its categories ask for, and others. */
export function AttributesSection() {
  const { product, form, fields, shown, isReadOnly, change } = useProductForm()
  const section = useRef<HTMLElement>(null)
  const { attributes } = form
  useEffect(() => {
    const [, list, code] = shown?.pointer.split('/') ?? []
    if (list !== 'attributes' || code === undefined) return
    const input = section.current?.querySelector<HTMLElement>(`[data-attribute="${CSS.escape(code)}"]`)
    const target = input?.matches('input, textarea') ? input : input?.querySelector<HTMLElement>('input')
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [shown])
  const hasNone = fields.product.length === 0 && attributes.length === 0
  if (isReadOnly && hasNone && !fields.isPending && !fields.error) return null
  return (
    <Section
      ref={section}
      title={attributesTexts.title}
      hint={product && isLive(product) ? attributesTexts.hintLive : attributesTexts.hint}
    >
      <Stack>
        {fields.error !== undefined && <ErrorAlert error={fields.error} onRetry={fields.retry} />}
        {fields.isPending && fields.product.length === 0 ? (
          <Skeleton height={120} />
        ) : (
          <>
            {hasNone && !fields.error && (
              <Text c="dimmed">{reason(form.categoryIds, fields.variant.length)}</Text>
            )}
            <AttributeForm
              fields={fields.product}
              attributes={attributes}
              pointer="/attributes"
              onChange={(next) => change({ attributes: next })}
            />
          </>
        )}
        <FieldNotes field="attributes" />
      </Stack>
    </Section>
  )
}

/** Says why there are no fields. */
function reason(categoryIds: readonly string[], ofVariants: number): string {
  if (categoryIds.length === 0) return attributesTexts.noCategory
  return ofVariants > 0 ? attributesTexts.ofVariants : attributesTexts.none
}
