import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { attributesTexts } from '../../../texts/attributes.ts'
import { productTexts } from '../../../texts/product.ts'
import type { AttributeField } from '../../../ui/attributes/attribute-field.ts'
import { rawText } from '../../../ui/attributes/attribute-text.ts'
import { type Attribute, attributeValue, withValue } from '../../../ui/attributes/attribute-values.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt, pointerStep } from '../form/product-faults.ts'
import { AttributeInput } from './attribute-input.tsx'
import classes from './attributes.module.css'

type Props = {
  fields: readonly AttributeField[]
  attributes: readonly Attribute[]
  /** Where the map is in the form, such as `/attributes`. */
  pointer: string
  /** The code of the attribute that gets the focus when the dialog opens. */
  focused?: string | undefined
  onChange: (attributes: Attribute[]) => void
  /** What is shown at the right of the button that adds an attribute. */
  children?: ReactNode
}

/** The fields of defined attributes, and the other attributes as names and values. */
export function AttributeForm({ fields, attributes, pointer, focused, onChange, children }: Props) {
  const { faults, isReadOnly } = useProductForm()
  const codes = new Set(fields.map(({ code }) => code))
  // Their errors are at the fields.
  const others = faults.filter(
    (fault) =>
      !codes.has(fault.pointer.startsWith(`${pointer}/`) ? fault.pointer.slice(pointer.length + 1) : '')
  )
  const error = messageAt(others, pointer, { deep: true })
  return (
    <Stack gap="md">
      {fields.length > 0 && (
        <div className={classes.grid}>
          {fields.map((field) => (
            <AttributeInput
              key={field.code}
              field={field}
              value={attributeValue(attributes, field.code)}
              error={messageAt(faults, `${pointer}/${pointerStep(field.code)}`, { deep: true })}
              isReadOnly={isReadOnly}
              isFocused={field.code === focused}
              onChange={(value) => onChange(withValue(attributes, field.code, value))}
            />
          ))}
        </div>
      )}
      <OtherAttributes
        fields={fields}
        attributes={attributes}
        onChange={onChange}
        hasFields={fields.length > 0}
      >
        {error && (
          <Text fz="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </OtherAttributes>
      {children}
    </Stack>
  )
}

type OthersProps = Pick<Props, 'fields' | 'attributes' | 'onChange' | 'children'> & { hasFields: boolean }

/** The attributes without a definition: names and values that the vendor chooses. */
function OtherAttributes({ fields, attributes, onChange, hasFields, children }: OthersProps) {
  const { isReadOnly } = useProductForm()
  const addButton = useRef<HTMLButtonElement>(null)
  const texts = productTexts.attributes
  const fieldFor = (name: string) => fields.find(({ code }) => code === name.trim())
  const shown = attributes.flatMap((attribute, index) =>
    attribute.isFree || !fieldFor(attribute.name) ? [{ attribute, index }] : []
  )
  const set = (index: number, changes: Partial<Attribute>) =>
    onChange(attributes.map((one, other) => (other === index ? { ...one, ...changes } : one)))
  return (
    <Stack gap="sm">
      {hasFields && shown.length > 0 && (
        <Title order={3} fz="sm">
          {attributesTexts.others}
        </Title>
      )}
      {shown.map(({ attribute, index }, row) => {
        const field = fieldFor(attribute.name)
        return (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={texts.name(row + 1)}
              placeholder={texts.namePlaceholder}
              value={attribute.name}
              readOnly={isReadOnly}
              error={field && attributesTexts.hasField(field.label)}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={2}
              aria-label={texts.value(row + 1)}
              placeholder={texts.valuePlaceholder}
              // Values of programs can be numbers or objects. They stay what they are unless they are edited.
              value={rawText(attribute.value)}
              readOnly={isReadOnly}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            {!isReadOnly && (
              <ActionIcon
                mt={4}
                aria-label={productTexts.removeRow(attribute.name || texts.attribute(row + 1))}
                onClick={() => {
                  onChange(attributes.filter((_, other) => other !== index))
                  addButton.current?.focus()
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )
      })}
      {children}
      {!isReadOnly && (
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...attributes, { name: '', value: '', isFree: true }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.add}
        </Button>
      )}
    </Stack>
  )
}
