import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { Section } from '../../ui/section.tsx'
import type { PartProps } from './part-props.ts'

const texts = shippingMethodsTexts

/** The name of a shipping method, and whether customers can choose it. */
export function BasicsSection({ values, change, faults }: PartProps) {
  return (
    <Section title={texts.basics}>
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={faults.at('/name')}
          required
          autoComplete="off"
        />
        <Textarea
          label={texts.description}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={faults.at('/description')}
          autosize
          minRows={2}
          maxRows={10}
        />
        <Switch
          label={texts.isActive}
          checked={values.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  )
}
