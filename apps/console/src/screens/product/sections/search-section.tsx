import { Stack } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { FoldedSection } from './folded-section.tsx'
import { sectionFields } from './section-fields.ts'
import { LongTextField, TextField } from './text-field.tsx'

/** What search engines show. */
export function SearchSection() {
  const texts = productTexts.search
  return (
    <FoldedSection title={texts.title} fields={sectionFields.search} isOpenFirst={false}>
      <Stack>
        <TextField name="slug" description={texts.slugHint} />
        <TextField name="pageTitle" />
        <LongTextField name="pageDescription" maxRows={6} />
        <FieldNotes field="pageTitle" />
        <FieldNotes field="pageDescription" />
      </Stack>
    </FoldedSection>
  )
}
