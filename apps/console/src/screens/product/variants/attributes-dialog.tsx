import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '../../../texts/texts.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { Attribute, VariantRow } from '../form/product-form.ts'

type Props = {
  row: VariantRow | undefined
  onChange: (attributes: Attribute[]) => void
  onClose: () => void
}

/** The attributes of a variant, such as its colour. They are saved with the product. */
export function AttributesDialog({ row, onChange, onClose }: Props) {
  const texts = t.productScreen.attributes
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={texts.title(row?.sku ?? '')} size="lg">
      {row && <Attributes row={row} onChange={onChange} onClose={onClose} />}
    </Modal>
  )
}

function Attributes({ row, onChange, onClose }: Props & { row: VariantRow }) {
  const { faults, isReadOnly } = useProductForm()
  const texts = t.productScreen.attributes
  const { attributes } = row
  const error = messageAt(faults, `/variants/${row.key}/attributes`, { deep: true })
  const set = (index: number, changes: Partial<Attribute>) =>
    onChange(attributes.map((one, other) => (other === index ? { ...one, ...changes } : one)))
  return (
    <Stack gap="sm">
      {attributes.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
      {attributes.map((attribute, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an attribute has no other identity than its place
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={texts.name(index + 1)}
            placeholder={texts.namePlaceholder}
            value={attribute.name}
            readOnly={isReadOnly}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={texts.value(index + 1)}
            placeholder={texts.valuePlaceholder}
            value={textOf(attribute.value)}
            readOnly={isReadOnly}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={t.productScreen.removeRow(attribute.name || texts.name(index + 1))}
              onClick={() => onChange(attributes.filter((_, other) => other !== index))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {error && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        {isReadOnly ? (
          <span />
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...attributes, { name: '', value: '' }])}
          >
            {texts.add}
          </Button>
        )}
        <Button size="xs" onClick={onClose}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}

/** Values of programs can be numbers or objects. They stay what they are unless they are edited. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
