import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { DescriptionField } from './description-field.tsx'
import { LongTextField, TextField } from './text-field.tsx'

/** The name, the SKU and the brand of the product. */
export function BasicsSection() {
  const { product, faults } = useProductForm()
  const otherId = faults.find(({ pointer, productId }) => pointer === '/sku' && productId)?.productId
  const texts = productTexts.basics
  return (
    <Section title={texts.title} {...(product && isLive(product) && { hint: texts.moderated })}>
      <Stack>
        <div>
          <TextField name="name" required />
          <FieldNotes field="name" />
        </div>
        <Group grow align="flex-start">
          <div>
            <TextField name="sku" required {...(otherId && { error: <SkuTaken productId={otherId} /> })} />
            <FieldNotes field="sku" />
          </div>
          <div>
            <TextField name="brand" />
            <FieldNotes field="brand" />
          </div>
        </Group>
      </Stack>
    </Section>
  )
}

/** The short and the long description. */
export function DescriptionSection() {
  return (
    <Section title={fieldName('description')}>
      <Stack>
        <div>
          <LongTextField name="shortDescription" maxRows={6} />
          <FieldNotes field="shortDescription" />
        </div>
        <div>
          <DescriptionField />
          <FieldNotes field="description" />
        </div>
      </Stack>
    </Section>
  )
}

/** The error of a SKU, with a link to the product that has it. */
function SkuTaken({ productId }: { productId: string }) {
  const texts = productTexts.basics
  return (
    <>
      {texts.skuTaken}{' '}
      <Anchor component={Link} href={`/products/${productId}`} inherit underline="always">
        {texts.openOther}
      </Anchor>
    </>
  )
}
