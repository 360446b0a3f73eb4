import { Checkbox, Group, Input, NumberInput, Radio, TagsInput, Text } from '@mantine/core'
import type { ModeratedField, ModerationKind, VendorTrust } from '@purveyor/client'
import type { ReactElement } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { useCurrency } from '../../../ui/use-units.ts'
import { moderatedFields } from '../moderated-fields.ts'
import { CategoryField } from './category-field.tsx'
import { type FieldFault, messageAt } from './rule-faults.ts'
import type { ConditionName, FormConditions } from './rule-form.ts'
import { TextChangeField } from './text-change-field.tsx'
import { VendorField } from './vendor-field.tsx'

/** What the control of a condition gets. */
export type ConditionProps = {
  when: FormConditions
  label: string
  hint: string
  error: string | undefined
  onChange: (changes: FormConditions) => void
}

type Props = {
  name: ConditionName
  when: FormConditions
  faults: FieldFault[]
  onChange: (when: FormConditions) => void
}

/** The control for the value of a condition. */
export function ConditionField({ name, when, faults, onChange }: Props) {
  const Control = controls[name]
  const { label, hint } = rulesTexts.condition[name]
  const elements = when[name]
  const nameOf = (index: number) =>
    name === 'withoutWords' && Array.isArray(elements) ? `“${elements[index]}”` : `${index + 1}`
  const error = messageAt(faults, `/when/${name}`, nameOf)
  return (
    <Control
      when={when}
      label={label}
      hint={hint}
      error={error}
      onChange={(changes) => onChange({ ...when, ...changes })}
    />
  )
}

const controls: Record<ConditionName, (props: ConditionProps) => ReactElement> = {
  kinds: KindsField,
  vendorIds: VendorField,
  minTrust: TrustField,
  categoryIds: CategoryField,
  onlyFields: OnlyFieldsField,
  maxTextChange: TextChangeField,
  minImages: ImagesField,
  maxVendorPrice: PriceField,
  withoutWords: WordsField,
  withoutLinks: LinksField,
  missingAttributes: AttributesField
}

function KindsField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      error={error}
      value={when.kinds ?? []}
      onChange={(kinds) => onChange({ kinds: kinds as ModerationKind[] })}
    >
      <Choices options={rulesTexts.kinds} />
    </Checkbox.Group>
  )
}

function OnlyFieldsField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      error={error}
      value={when.onlyFields ?? []}
      onChange={(names) => onChange({ onlyFields: names as ModeratedField[] })}
    >
      <Choices options={moderatedFields} />
    </Checkbox.Group>
  )
}

function Choices({ options }: { options: Record<string, string> }) {
  return (
    <Group mt="xs" gap="lg">
      {Object.entries(options).map(([value, label]) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </Group>
  )
}

function TrustField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <Radio.Group
      label={label}
      description={hint}
      error={error}
      value={when.minTrust ?? null}
      onChange={(trust) => onChange({ minTrust: trust as VendorTrust })}
    >
      <Group mt="xs" gap="lg">
        {Object.entries(rulesTexts.trust).map(([value, name]) => (
          <Radio key={value} value={value} label={name} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function ImagesField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <NumberInput
      label={label}
      description={hint}
      error={error}
      value={when.minImages ?? ''}
      onChange={(minImages) => onChange({ minImages })}
      min={0}
      max={20}
      allowDecimal={false}
      styles={{ wrapper: { maxWidth: 160 } }}
    />
  )
}

function PriceField({ when, label, hint, error, onChange }: ConditionProps) {
  const { currency } = useCurrency()
  return (
    <NumberInput
      label={label}
      description={hint}
      error={error}
      value={when.maxVendorPrice ?? ''}
      onChange={(price) => onChange({ maxVendorPrice: String(price) })}
      min={0}
      decimalScale={4}
      allowedDecimalSeparators={['.', ',']}
      hideControls
      rightSection={
        <Text fz="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      styles={{ wrapper: { maxWidth: 160 } }}
    />
  )
}

function WordsField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <TagsInput
      label={label}
      description={hint}
      error={error}
      placeholder={rulesTexts.condition.addWord}
      value={when.withoutWords ?? []}
      onChange={(withoutWords) => onChange({ withoutWords })}
      splitChars={[',', ';', '\n', '\r', '\t']}
      maxTags={1000}
      clearable
    />
  )
}

function AttributesField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <Radio.Group
      label={label}
      description={hint}
      error={error}
      value={String(when.missingAttributes)}
      onChange={(value) => onChange({ missingAttributes: value === 'true' })}
    >
      <Group mt="xs" gap="lg">
        <Radio value="true" label={rulesTexts.condition.attributesMissing} />
        <Radio value="false" label={rulesTexts.condition.attributesComplete} />
      </Group>
    </Radio.Group>
  )
}

function LinksField({ label, hint, error }: ConditionProps) {
  return (
    <Input.Wrapper labelElement="div" label={label} description={hint} error={error}>
      {null}
    </Input.Wrapper>
  )
}
