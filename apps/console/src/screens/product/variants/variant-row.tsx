import { ActionIcon, Checkbox, Table, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { useCurrency } from '../../../ui/use-currency.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import {
  type VariantRow as Row,
  requiredColumns,
  type VariantColumn,
  variantColumns
} from '../form/product-form.ts'
import { warningAt } from '../form/value-warnings.ts'
import { AttributesButton } from './attributes-button.tsx'
import classes from './variants.module.css'

type Props = {
  row: Row
  name: string
  onChange: (changes: Partial<Row>) => void
  onEditAttributes: () => void
  onRemove: () => void
}

const widths: Record<VariantColumn, number> = {
  sku: 116,
  name: 128,
  vendorPrice: 80,
  listPrice: 80,
  stock: 70,
  upc: 120,
  partNumber: 100,
  unitOfMeasure: 66,
  weight: 66
}

/** The cells of a variant. */
export function VariantRow({ row, name, onChange, onEditAttributes, onRemove }: Props) {
  const { product, isReadOnly } = useProductForm()
  const { currency } = useCurrency()
  const texts = t.productScreen.variants
  const stored = product?.variants.find(({ id }) => id === row.id)
  const cell = (column: VariantColumn, below?: ReactNode) => (
    <Cell key={column} row={row} column={column} name={name} onChange={onChange} below={below} />
  )
  return (
    <Table.Tr>
      {cell('sku')}
      {cell('name')}
      {cell('vendorPrice')}
      {cell('listPrice')}
      <Table.Td ta="end">
        <span className={classes.text}>{stored ? formatMoney(stored.price, currency) : '–'}</span>
      </Table.Td>
      {cell(
        'stock',
        stored && stored.stockReserved > 0 && (
          <span className={classes.reserved}>{texts.reserved(formatNumber(stored.stockReserved))}</span>
        )
      )}
      {variantColumns.slice(5).map((column) => cell(column))}
      <Table.Td>
        <div className={classes.active}>
          <Checkbox
            aria-label={texts.cell(fieldName('isActive'), name)}
            checked={row.isActive}
            disabled={isReadOnly}
            onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
          />
        </div>
      </Table.Td>
      <Table.Td>
        <AttributesButton row={row} name={name} onClick={onEditAttributes} />
      </Table.Td>
      {!isReadOnly && (
        <Table.Td>
          <Tooltip label={t.productScreen.removeRow(name)}>
            <ActionIcon mt={2} aria-label={t.productScreen.removeRow(name)} onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

const numeric = new Set<VariantColumn>(['vendorPrice', 'listPrice', 'stock', 'weight'])

const belowInput: TextInputProps['inputWrapperOrder'] = ['input', 'description', 'error']

type CellProps = Pick<Props, 'row' | 'name' | 'onChange'> & { column: VariantColumn; below: ReactNode }

function Cell({ row, column, name, onChange, below }: CellProps) {
  const { faults, warnings, isReadOnly } = useProductForm()
  const warning = warningAt(warnings, column, row)
  const label = column === 'stock' ? fieldName('stockOnHand') : fieldName(column)
  return (
    <Table.Td style={{ minWidth: widths[column] }}>
      <TextInput
        size="xs"
        {...(numeric.has(column) && { className: classes.number, inputMode: 'decimal' as const })}
        aria-label={t.productScreen.variants.cell(label, name)}
        aria-required={requiredColumns.has(column) || undefined}
        value={row[column]}
        readOnly={isReadOnly}
        {...(warning !== undefined && {
          description: <span className={classes.warning}>{warning}</span>,
          inputWrapperOrder: belowInput
        })}
        error={messageAt(faults, `/variants/${row.key}/${column}`)}
        onChange={(event) => onChange({ [column]: event.currentTarget.value })}
      />
      {below}
    </Table.Td>
  )
}
