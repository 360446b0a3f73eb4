import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { Grid } from '../../../ui/grid/grid.tsx'
import type { Cell, CellRange, GridEdit } from '../../../ui/grid/grid-types.ts'
import { rowHeights, useGridLayout, useShownColumns } from '../../../ui/grid/use-grid-layout.ts'
import { Section } from '../../../ui/section.tsx'
import { useUnits } from '../../../ui/use-units.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt, unescaped } from '../form/product-faults.ts'
import {
  emptyVariant,
  type VariantRow as Row,
  type VariantColumn,
  variantColumns,
  variantRow
} from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { AttributesDialog } from './attributes-dialog.tsx'
import { RemoveVariant } from './remove-variant.tsx'
import { useVariantRows } from './use-variant-rows.ts'
import { variantGridColumns } from './variant-columns.tsx'
import classes from './variants.module.css'

/** The prices, stock and codes of the variants, as a grid. */
export function VariantsSection() {
  const { form, faults, shown, isReadOnly, change } = useProductForm()
  const { currency, weightUnit } = useUnits()
  const [editing, setEditing] = useState<{ key: string; focused?: string | undefined }>()
  const [removing, setRemoving] = useState<Row>()
  const [goTo, setGoTo] = useState<Cell>()
  const addButton = useRef<HTMLButtonElement>(null)
  const [layout, changeLayout] = useGridLayout('variants', [])
  const { rows, editsOf } = useVariantRows()
  const texts = productTexts.variants
  const { variants } = form
  const error = messageAt(faults, '/variants')
  const set = (key: string, changes: Partial<Row>) =>
    change({ variants: variants.map((row) => (row.key === key ? { ...row, ...changes } : row)) })

  useEffect(() => {
    const [, list, key, column, code] = shown?.pointer.split('/') ?? []
    if (list === 'variants' && key && column === 'attributes')
      setEditing({ key, focused: code && unescaped(code) })
  }, [shown])

  function remove(row: Row): void {
    if (row.id) setRemoving(row)
    else {
      change({ variants: variants.filter(({ key }) => key !== row.key) })
      addButton.current?.focus()
    }
  }
  const latest = useRef({ set, remove })
  latest.current = { set, remove }
  const all = useMemo(
    () =>
      variantGridColumns({
        ...{ currency, weightUnit, isReadOnly },
        onActive: (key, isActive) => latest.current.set(key, { isActive }),
        onAttributes: (key) => setEditing({ key }),
        onRemove: (row) => latest.current.remove(row)
      }),
    [currency, weightUnit, isReadOnly]
  )
  const columns = useShownColumns(all, layout)

  function apply(edits: readonly GridEdit[]): void {
    const changed = variants.slice()
    for (const { index, column, text } of edits) {
      // Pasted below the last row. Empty cells, such as those at the end of a selection, are no variants.
      while (text !== '' && index >= changed.length) changed.push(emptyVariant())
      const row = changed[index]
      if (row && isColumn(column)) changed[index] = { ...row, [column]: text }
    }
    change({ variants: changed })
  }
  /** Takes what was typed into cells back. */
  function revert({ top, bottom, left, right }: CellRange): void {
    const edits = rows.slice(top, bottom + 1).flatMap(({ stored }, offset) =>
      columns.slice(left, right + 1).flatMap(({ key }) => {
        const text = isColumn(key) ? (stored ? variantRow(stored)[key] : '') : undefined
        return text === undefined ? [] : [{ index: top + offset, column: key, text }]
      })
    )
    apply(edits)
  }
  function add(): void {
    change({ variants: [...variants, emptyVariant()] })
    setGoTo({ row: variants.length, column: 0 })
  }
  function move(step: -1 | 1) {
    const next = variants[variants.findIndex(({ key }) => key === editing?.key) + step]
    if (next) setEditing({ key: next.key })
  }
  return (
    <Section title={texts.title} {...(!isReadOnly && { hint: texts.hint })}>
      <Stack gap="sm">
        {variants.length === 0 ? (
          <Text c="dimmed">{texts.empty}</Text>
        ) : (
          <div className={classes.box} style={{ height: 34 + rowHeights.normal * rows.length + 16 }}>
            <Grid
              label={fieldName('variants')}
              columns={columns}
              count={rows.length}
              rowAt={(index) => rows[index]}
              labelOf={({ name }) => name}
              editsOf={editsOf}
              onEdit={isReadOnly ? undefined : apply}
              canGrow
              onDelete={isReadOnly ? undefined : revert}
              onResize={(key, width) => changeLayout({ widths: { ...layout.widths, [key]: width } })}
              rowHeight={rowHeights.normal}
              goTo={goTo}
            />
          </div>
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
            onClick={add}
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

function isColumn(key: string): key is VariantColumn {
  return variantColumns.some((column) => column === key)
}
