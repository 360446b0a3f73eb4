import { Stack } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { useProductForm } from '../form/form-context.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { FoldedSection } from './folded-section.tsx'
import { sectionFields } from './section-fields.ts'
import { TextField } from './text-field.tsx'

const { codes } = sectionFields

/** The codes by which buyers classify the product. */
export function CodesSection() {
  const { form } = useProductForm()
  return (
    <FoldedSection
      title={productTexts.codes}
      fields={codes}
      isOpenFirst={codes.some((code) => form[code] !== '')}
    >
      <Stack>
        {codes.map((name) => (
          <div key={name}>
            <TextField name={name} />
            <FieldNotes field={name} />
          </div>
        ))}
      </Stack>
    </FoldedSection>
  )
}
