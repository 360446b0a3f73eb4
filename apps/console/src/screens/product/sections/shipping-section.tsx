import { Stack, TextInput } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import { FlagField } from './flag-field.tsx'

/** How long the product takes to ship, and whether that is free. The weight is that of each variant. */
export function ShippingSection() {
  const { form, faults, isReadOnly, change } = useProductForm()
  const texts = productTexts.shipping
  return (
    <Section title={texts.title}>
      <Stack>
        <TextInput
          label={fieldName('leadTime')}
          description={texts.leadTimeHint}
          inputMode="numeric"
          value={form.leadTime}
          readOnly={isReadOnly}
          error={messageAt(faults, '/leadTime')}
          onChange={(event) => change({ leadTime: event.currentTarget.value })}
        />
        <FlagField name="freeShipping" />
      </Stack>
    </Section>
  )
}
