import { productTexts } from '../../../texts/product.ts'
import { Details } from '../../../ui/details.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { describeValue } from '../../../ui/products/history/describe-value.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'

/** Values that only a bulk upload sets. */
export function MetadataSection() {
  const { product } = useProductForm()
  const entries = Object.entries(product?.metadata ?? {})
  if (entries.length === 0) return null
  return (
    <Section title={fieldName('metadata')} hint={productTexts.metadataHint}>
      <Details rows={entries.map(([name, value]) => [name, describeValue(name, value)])} />
    </Section>
  )
}
