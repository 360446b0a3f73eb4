import { Group, Radio, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { Attribute } from '@purveyor/client'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { Section } from '../../../ui/section.tsx'
import { type AttributeType, codeOfName } from './definition-values.ts'
import type { PartProps } from './part-props.ts'

const texts = attributeEditorTexts

/** What an attribute is called, and what values it has. The code, the type and the level of a stored one are fixed. */
export function BasicsSection({ values, change, faults, isNew, isReadOnly }: PartProps) {
  function rename(name: string) {
    const isSuggested = isNew && values.code === codeOfName(values.name)
    change({ name, ...(isSuggested && { code: codeOfName(name) }) })
  }
  return (
    <Section title={texts.basics}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={values.name}
            onChange={(event) => rename(event.currentTarget.value)}
            error={faults.at('/name')}
            readOnly={isReadOnly}
            required={!isReadOnly}
            autoComplete="off"
          />
          <TextInput
            label={texts.code}
            description={isNew ? texts.codeHint : texts.fixed}
            value={values.code}
            onChange={(event) => change({ code: event.currentTarget.value })}
            error={faults.at('/code')}
            disabled={!isNew}
            required={isNew}
            autoComplete="off"
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={texts.type}
            {...(!isNew && { description: texts.fixed })}
            data={Object.entries(texts.types).map(([value, label]) => ({ value, label }))}
            value={values.type}
            onChange={(type) => type && change({ type: type as AttributeType })}
            error={faults.at('/type')}
            allowDeselect={false}
            disabled={!isNew}
          />
          <Radio.Group
            label={texts.level}
            description={texts.levelHints[values.level]}
            value={values.level}
            onChange={(level) => change({ level: level as Attribute['level'] })}
            error={faults.at('/level')}
          >
            <Group mt="xs" gap="lg">
              {Object.entries(texts.levels).map(([value, label]) => (
                <Radio key={value} value={value} label={label} disabled={!isNew} />
              ))}
            </Group>
          </Radio.Group>
        </SimpleGrid>
        <Textarea
          label={texts.help}
          description={texts.helpHint}
          value={values.help}
          // The help has one line.
          onChange={(event) => change({ help: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
          error={faults.at('/help')}
          readOnly={isReadOnly}
          autosize
          minRows={1}
          maxRows={8}
        />
        <Switch
          label={texts.isWatched}
          checked={values.isWatched}
          disabled={isReadOnly}
          onChange={(event) => change({ isWatched: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  )
}
