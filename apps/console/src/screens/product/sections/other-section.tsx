import { Stack } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { Section } from '../../../ui/section.tsx'
import { FieldNotes } from '../status/field-notes.tsx'
import { FlagField } from './flag-field.tsx'
import { otherFlags, otherTexts } from './section-fields.ts'
import { LongTextField } from './text-field.tsx'

/** The fields that no other section has. */
export function OtherSection() {
  if (otherTexts.length + otherFlags.length === 0) return null
  return (
    <Section title={productTexts.others}>
      <Stack>
        {otherTexts.map((name) => (
          <div key={name}>
            <LongTextField name={name} maxRows={6} minRows={1} />
            <FieldNotes field={name} />
          </div>
        ))}
        {otherFlags.map((name) => (
          <FlagField key={name} name={name} />
        ))}
      </Stack>
    </Section>
  )
}
