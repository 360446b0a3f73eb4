import { Stack } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { Section } from '../../../ui/section.tsx'
import { FieldNotes } from '../status/field-notes.tsx'
import { FlagField } from './flag-field.tsx'
import { originFlags, originTexts } from './section-fields.ts'
import { TextField } from './text-field.tsx'

/** Where the product comes from. */
export function OriginSection() {
  return (
    <Section title={productTexts.origin}>
      <Stack>
        {originTexts.map((name) => (
          <div key={name}>
            <TextField name={name} />
            <FieldNotes field={name} />
          </div>
        ))}
        {originFlags.map((name) => (
          <FlagField key={name} name={name} />
        ))}
      </Stack>
    </Section>
  )
}
