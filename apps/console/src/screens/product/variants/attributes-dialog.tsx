import { Button, Group, Modal, Text } from '@mantine/core'
import { attributesTexts } from '../../../texts/attributes.ts'
import { productTexts } from '../../../texts/product.ts'
import type { Attribute } from '../../../ui/attributes/attribute-values.ts'
import { AttributeForm } from '../attributes/attribute-form.tsx'
import { useProductForm } from '../form/form-context.ts'
import type { VariantRow } from '../form/product-form.ts'

type Props = {
  row: VariantRow | undefined
  /** The code of the attribute that gets the focus. */
  focused: string | undefined
  onChange: (attributes: Attribute[]) => void
  /** Shows the variant before or after this one. */
  onMove: (step: -1 | 1) => void
  onClose: () => void
}

/** The attributes of a variant, such as its colour. They are saved with the product. */
export function AttributesDialog({ row, onClose, ...props }: Props) {
  const texts = productTexts.attributes
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={texts.title(row?.sku ?? '')} size="xl">
      {row && <Attributes key={row.key} row={row} onClose={onClose} {...props} />}
    </Modal>
  )
}

function Attributes({ row, focused, onChange, onMove, onClose }: Props & { row: VariantRow }) {
  const { form, fields } = useProductForm()
  const isEmpty = row.attributes.length === 0 && fields.variant.length === 0
  const { variants } = form
  return (
    <>
      {isEmpty && (
        <Text c="dimmed" mb="sm">
          {productTexts.attributes.empty}
        </Text>
      )}
      <AttributeForm
        fields={fields.variant}
        attributes={row.attributes}
        pointer={`/variants/${row.key}/attributes`}
        focused={focused}
        onChange={onChange}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        {variants.length > 1 && (
          <Group gap="xs" mr="auto">
            <Button
              variant="default"
              size="xs"
              disabled={variants[0]?.key === row.key}
              onClick={() => onMove(-1)}
            >
              {attributesTexts.previous}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={variants.at(-1)?.key === row.key}
              onClick={() => onMove(1)}
            >
              {attributesTexts.next}
            </Button>
          </Group>
        )}
        <Button size="xs" onClick={onClose}>
          {productTexts.attributes.done}
        </Button>
      </Group>
    </>
  )
}
