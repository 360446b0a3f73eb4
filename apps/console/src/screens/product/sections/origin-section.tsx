import { Stack } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { Section } from '../../../ui/section.tsx'
import { FieldNotes } from '../status/field-notes.tsx'
import { FlagField } from './flag-field.tsx'
import { TextField } from './text-field.tsx'

const texts = ['manufacturer', 'countryOfOrigin', 'warranty'] as const
const flags = ['madeInUsa', 'greenProduct', 'abilityOne'] as const

/** Where the product comes from. */
export function OriginSection() {
  return (
    <Section title={t.productScreen.origin}>
      <Stack>
        {texts.map((name) => (
          <div key={name}>
            <TextField name={name} />
            <FieldNotes field={name} />
          </div>
        ))}
        {flags.map((name) => (
          <FlagField key={name} name={name} />
        ))}
      </Stack>
    </Section>
  )
}
