import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { Section } from '../../../ui/section.tsx'
import { isNumeric } from './definition-values.ts'
import type { PartProps } from './part-props.ts'

const texts = attributeEditorTexts

/** The limits of numbers and texts. */
export function ValuesSection({ values, change, faults, isReadOnly }: PartProps) {
  const field = (name: 'unit' | 'min' | 'max' | 'maxLength' | 'pattern', description?: string) => (
    <TextInput
      label={texts[name]}
      {...(description && { description })}
      value={values[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={faults.at(`/${name}`)}
      readOnly={isReadOnly}
      autoComplete="off"
      {...(name !== 'unit' && name !== 'pattern' && { inputMode: 'decimal' as const })}
    />
  )
  return (
    <Section title={texts.values}>
      {isNumeric(values.type) && (
        <Stack>
          {field('unit', texts.unitHint)}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field('min')}
            {field('max')}
          </SimpleGrid>
        </Stack>
      )}
      {values.type === 'TEXT' && (
        <Stack>
          {field('maxLength', texts.maxLengthHint)}
          {field('pattern', texts.patternHint)}
        </Stack>
      )}
      {!isNumeric(values.type) && values.type !== 'TEXT' && <Text c="dimmed">{texts.noLimits}</Text>}
    </Section>
  )
}
