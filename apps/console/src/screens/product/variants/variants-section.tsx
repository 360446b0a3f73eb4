import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { messageAt, unescaped } from '../form/product-faults.ts'
import {
  emptyVariant,
  type VariantRow as Row,
  requiredColumns,
  variantColumns
} from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { AttributesDialog } from './attributes-dialog.tsx'
import { RemoveVariant } from './remove-variant.tsx'
import { VariantRow } from './variant-row.tsx'
import classes from './variants.module.css'

/** The variants of the product, as a table. */
export function VariantsSection() {
  const { form, faults, shown, isReadOnly, change } = useProductForm()
  const [editing, setEditing] = useState<{ key: string; focused?: string | undefined }>()
  const [removing, setRemoving] = useState<Row>()
  const addButton = useRef<HTMLButtonElement>(null)
  const texts = t.productScreen.variants
  const { variants } = form
  const error = messageAt(faults, '/variants')
  const set = (key: string, changes: Partial<Row>) =>
    change({ variants: variants.map((row) => (row.key === key ? { ...row, ...changes } : row)) })

  useEffect(() => {
    const [, list, key, column, code] = shown?.pointer.split('/') ?? []
    if (list === 'variants' && key && column === 'attributes')
      setEditing({ key, focused: code && unescaped(code) })
  }, [shown])

  function move(step: -1 | 1) {
    const next = variants[variants.findIndex(({ key }) => key === editing?.key) + step]
    if (next) setEditing({ key: next.key })
  }
  function remove(row: Row) {
    if (row.id) return setRemoving(row)
    change({ variants: variants.filter(({ key }) => key !== row.key) })
    addButton.current?.focus()
  }
  return (
    <Section title={fieldName('variants')} {...(!isReadOnly && { hint: texts.hint })}>
      <Stack gap="sm">
        {variants.length === 0 ? (
          <Text c="dimmed">{texts.empty}</Text>
        ) : (
          <Table.ScrollContainer
            minWidth={1060}
            className={classes.box}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': texts.table } }}
          >
            <Table className={classes.table}>
              <VariantHeader />
              <Table.Tbody>
                {variants.map((row, index) => (
                  <VariantRow
                    key={row.key}
                    row={row}
                    name={row.sku.trim() || texts.variant(index + 1)}
                    onChange={(changes) => set(row.key, changes)}
                    onEditAttributes={() => setEditing({ key: row.key })}
                    onRemove={() => remove(row)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {error && (
          <Text fz="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <FieldNotes field="variants" />
        {!isReadOnly && (
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change({ variants: [...variants, emptyVariant()] })}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.add}
          </Button>
        )}
      </Stack>
      <AttributesDialog
        row={variants.find(({ key }) => key === editing?.key)}
        focused={editing?.focused}
        onChange={(attributes) => editing && set(editing.key, { attributes })}
        onMove={move}
        onClose={() => setEditing(undefined)}
      />
      <RemoveVariant
        row={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => addButton.current?.focus()}
      />
    </Section>
  )
}

function VariantHeader() {
  const { isReadOnly } = useProductForm()
  const texts = t.productScreen.variants
  return (
    <Table.Thead>
      <Table.Tr>
        {variantColumns.slice(0, 4).map((column) => (
          <Table.Th key={column}>
            {fieldName(column)}
            {!isReadOnly && requiredColumns.has(column) && (
              <Text span inherit c="var(--mantine-color-error)" aria-hidden>
                {' *'}
              </Text>
            )}
          </Table.Th>
        ))}
        <Table.Th>{fieldName('price')}</Table.Th>
        {variantColumns.slice(4).map((column) => (
          <Table.Th key={column}>
            {column === 'stock' ? fieldName('stockOnHand') : fieldName(column)}
          </Table.Th>
        ))}
        <Table.Th>{fieldName('isActive')}</Table.Th>
        <Table.Th>{fieldName('attributes')}</Table.Th>
        {!isReadOnly && (
          <Table.Th>
            <VisuallyHidden>{texts.actions}</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}
