import { ActionIcon } from '@mantine/core'
import type { Variant } from '@purveyor/client'
import { IconTrash } from '@tabler/icons-react'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import type { GridColumn } from '../../../ui/grid/grid-types.ts'
import { weightLabel } from '../../../ui/use-units.ts'
import { requiredColumns, type VariantColumn, type VariantRow } from '../form/product-form.ts'
import { AttributesButton } from './attributes-button.tsx'
import classes from './variants.module.css'

/** A row of the grid: the variant in the form, and as it is stored. */
export type ShownVariant = { row: VariantRow; name: string; stored: Variant | undefined }

type Context = {
  currency: string | undefined
  weightUnit: string | undefined
  isReadOnly: boolean
  onActive(key: string, isActive: boolean): void
  onAttributes(key: string): void
  onRemove(row: VariantRow): void
}

const widths: Record<VariantColumn, number> = {
  sku: 130,
  name: 170,
  vendorPrice: 92,
  listPrice: 92,
  stock: 96,
  upc: 130,
  partNumber: 110,
  unitOfMeasure: 76,
  weight: 104
}
const amounts = new Set<VariantColumn>(['vendorPrice', 'listPrice'])
const numeric = new Set<VariantColumn>([...amounts, 'stock', 'weight'])

/** Returns the columns of the variants: those for which most people come first. */
export function variantGridColumns(context: Context): GridColumn<ShownVariant>[] {
  const { currency, weightUnit, isReadOnly, onActive, onAttributes, onRemove } = context
  const texts = productTexts.variants
  const edited = (column: VariantColumn): GridColumn<ShownVariant> => ({
    key: column,
    label: labelOf(column, { isReadOnly, weightUnit }),
    width: widths[column],
    isNumber: numeric.has(column),
    textOf: ({ row }) => row[column],
    render: ({ row, stored }) => <Value row={row} stored={stored} column={column} currency={currency} />,
    ...(!isReadOnly && { isEditable: () => true })
  })
  return [
    edited('sku'),
    { ...edited('name'), grows: true },
    edited('vendorPrice'),
    edited('stock'),
    {
      ...{ key: 'price', label: fieldName('price'), width: 92, isNumber: true },
      textOf: ({ stored }) => stored?.price ?? '',
      render: ({ stored }) => (stored ? formatMoney(stored.price, currency) : '–')
    },
    edited('listPrice'),
    ...(['upc', 'partNumber', 'unitOfMeasure', 'weight'] as const).map(edited),
    {
      ...{ key: 'isActive', label: fieldName('isActive'), width: 70 },
      textOf: ({ row }) => (row.isActive ? productTexts.values.yes : productTexts.values.no),
      render: ({ row, name }) => (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.active}
          aria-label={texts.cell(fieldName('isActive'), name)}
          checked={row.isActive}
          disabled={isReadOnly}
          onChange={(event) => onActive(row.key, event.currentTarget.checked)}
        />
      ),
      onEnter: ({ row }) => !isReadOnly && onActive(row.key, !row.isActive)
    },
    {
      ...{ key: 'attributes', label: fieldName('attributes'), width: 110 },
      textOf: ({ row }) => String(row.attributes.length),
      render: ({ row, name }) => (
        <AttributesButton row={row} name={name} onClick={() => onAttributes(row.key)} />
      ),
      onEnter: ({ row }) => onAttributes(row.key)
    },
    ...(isReadOnly
      ? []
      : [
          {
            ...{ key: 'remove', label: texts.actions, width: 76 },
            textOf: () => '',
            render: ({ row, name }: ShownVariant) => (
              <ActionIcon
                tabIndex={-1}
                aria-label={productTexts.removeRow(name)}
                title={productTexts.removeRow(name)}
                onClick={() => onRemove(row)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            ),
            onEnter: ({ row }: ShownVariant) => onRemove(row)
          }
        ])
  ]
}

type Labels = Pick<Context, 'isReadOnly' | 'weightUnit'>

function labelOf(column: VariantColumn, { isReadOnly, weightUnit }: Labels): string {
  const name = column === 'stock' ? fieldName('stockOnHand') : fieldName(column)
  const label = column === 'weight' ? weightLabel(name, weightUnit) : name
  return !isReadOnly && requiredColumns.has(column) ? `${label} *` : label
}

type ValueProps = Omit<ShownVariant, 'name'> & { column: VariantColumn; currency: string | undefined }

/** A value as it is stored. Typed ones are shown as they were typed. */
function Value({ row, stored, column, currency }: ValueProps) {
  const text = row[column]
  if (column === 'stock' && stored && stored.stockReserved > 0)
    return (
      <span className={classes.stock}>
        {text}
        <small>{productTexts.variants.reserved(formatNumber(stored.stockReserved))}</small>
      </span>
    )
  const isAmount = stored && amounts.has(column) && text !== ''
  return <span className={classes.cut}>{isAmount ? formatMoney(text, currency) : text}</span>
}
