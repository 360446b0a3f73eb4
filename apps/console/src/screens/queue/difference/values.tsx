import { Badge, Skeleton, Text } from '@mantine/core'
import type { ModerationChange, Variant } from '@purveyor/client'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { t } from '../../../texts/texts.ts'
import type { AttributeField } from '../../../ui/attributes/attribute-field.ts'
import { compareAttributes } from '../../../ui/attributes/attribute-text.ts'
import { useDefinedFields } from '../../../ui/attributes/use-attribute-definitions.ts'
import { wording } from '../../../ui/attributes/wording.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts'
import { formatWeight, useCurrency, useUnits } from '../../../ui/use-units.ts'
import { useDifference } from './difference-context.tsx'
import { priceChange } from './fields.ts'
import { Row, Rows } from './lists.tsx'
import { InlineText } from './marked-text.tsx'
import { TextDifference } from './text-difference.tsx'
import { useProduct } from './use-product.ts'
import classes from './values.module.css'

/** Returns a plain value of a field as text. */
export function scalarText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? differenceTexts.yes : differenceTexts.no
  if (typeof value === 'number')
    return field === 'leadTime' ? differenceTexts.days(value) : formatNumber(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Props = { field: string; before: unknown; after: unknown }

/** Shows the old and the new value of a short field, such as a code or a yes or no. */
export function ValueDifference({ field, before, after }: Props) {
  const [old, next] = [scalarText(field, before), scalarText(field, after)]
  return (
    <p className={classes.value}>
      {old ? (
        <del className={classes.removed}>
          <InlineText text={old} />
        </del>
      ) : (
        <span className={classes.empty}>{differenceTexts.empty}</span>
      )}
      <IconArrowRight size={14} aria-label={differenceTexts.changedTo} role="img" className={classes.arrow} />
      {next ? (
        <ins className={classes.added}>
          <InlineText text={next} />
        </ins>
      ) : (
        <span className={classes.empty}>{differenceTexts.empty}</span>
      )}
    </p>
  )
}

type KeyedValue = { key: string; label: string; before?: string | undefined; after?: string | undefined }

/** Shows values with their labels: which were added, removed or are different. */
export function KeyedValues({ values }: { values: KeyedValue[] }) {
  return (
    <Rows>
      {values.map(({ key, label, before, after }) => {
        const isOne = before === undefined || after === undefined
        const kind = isOne
          ? before === undefined
            ? 'added'
            : 'removed'
          : before === after
            ? 'none'
            : 'changed'
        return (
          <Row key={key} change={{ kind }}>
            <span>
              <span className={classes.key}>
                <InlineText text={label} />
              </span>{' '}
              {kind !== 'changed' && <InlineText text={after ?? before ?? ''} />}
            </span>
            {kind === 'changed' && <TextDifference before={before ?? ''} after={after ?? ''} onlyWords />}
          </Row>
        )
      })}
    </Rows>
  )
}

/** Shows which keys of an object were added, removed or have another value. */
export function AdditionalValues({ before, after }: { before: unknown; after: unknown }) {
  const [old, next] = [textsOf(before), textsOf(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort()
  return <KeyedValues values={keys.map((key) => ({ key, label: key, before: old[key], after: next[key] }))} />
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return Object.fromEntries(
    entries.map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)])
  )
}

/** Shows the old and the new price of each variant, and by how much it rose or fell. */
export function Prices({ field, changes }: { field: string; changes: ModerationChange[] }) {
  const { entry } = useDifference()
  const { data: product, isPending, error, refetch } = useProduct(entry.product.id, entry.version)
  const { currency, isPending: isCurrencyPending } = useCurrency()
  if (isPending || isCurrencyPending) return <Skeleton height={36 + 34 * changes.length} />
  // Without the product, it would look as if its variants were deleted.
  if (error && !product) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  const variants = new Map(product?.variants.map((variant) => [variant.id, variant]))
  return (
    <DataTable
      label={differenceTexts.table(fieldName(field), entry.product.name)}
      rows={changes}
      keyOf={({ variantId = '' }) => variantId}
      columns={[
        {
          key: 'variant',
          label: differenceTexts.variant,
          cell: ({ variantId = '' }) => <VariantName variant={variants.get(variantId)} />
        },
        ...priceColumns<ModerationChange>((change) => change, currency)
      ]}
    />
  )
}

function VariantName({ variant }: { variant: Variant | undefined }) {
  if (!variant) return differenceTexts.deletedVariant
  return (
    <>
      <InlineText text={variant.name} />{' '}
      {!variant.isActive && <Badge color="gray">{differenceTexts.inactive}</Badge>}
      <Text span display="block" c="dimmed" fz="xs">
        <InlineText text={variant.sku} />
      </Text>
    </>
  )
}

/** The columns of a changed price: the accepted one, the one now, and by how much it rose or fell. */
export function priceColumns<Row>(
  changeOf: (row: Row) => ModerationChange,
  currency: string | undefined
): Column<Row>[] {
  const money = (amount: unknown) => (typeof amount === 'string' ? formatMoney(amount, currency) : dash)
  return [
    {
      key: 'accepted',
      label: differenceTexts.accepted,
      isNumber: true,
      cell: (row) => money(changeOf(row).live)
    },
    {
      key: 'now',
      label: differenceTexts.now,
      isNumber: true,
      cell: (row) => <b className={classes.now}>{money(changeOf(row).proposed)}</b>
    },
    {
      key: 'change',
      label: differenceTexts.change,
      isNumber: true,
      cell: (row) => <Change change={priceChange(changeOf(row).live, changeOf(row).proposed)} />
    }
  ]
}

const dash = <span className={classes.empty}>–</span>

/** By how much a price rose or fell, or a dash if one of the prices is missing. */
function Change({ change }: { change: number | undefined }) {
  if (change === undefined) return dash
  const Icon = change > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change}>
      <Icon size={15} role="img" aria-label={change > 0 ? differenceTexts.rose : differenceTexts.fell} />
      {formatPercent(Math.abs(change))}
    </span>
  )
}

/** Shows the variants of a new product as a table, with the columns that any of them has a value for. */
export function Variants({ variants }: { variants: Variant[] }) {
  const { entry } = useDifference()
  const { currency, weightUnit, isPending } = useUnits()
  const { fields } = useDefinedFields(variants.some(({ attributes }) => Object.keys(attributes).length > 0))
  if (isPending) return <Skeleton height={36 + 34 * variants.length} />
  const columns = columnsFor({ currency, weightUnit }, fields).filter(({ cell }) =>
    variants.some((variant) => cell(variant) !== null)
  )
  return (
    <DataTable
      label={differenceTexts.table(fieldName('variants'), entry.product.name)}
      rows={variants}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: differenceTexts.variant, cell: (variant) => <VariantName variant={variant} /> },
        ...columns.map((column) => ({ ...column, cell: (variant: Variant) => column.cell(variant) ?? dash }))
      ]}
    />
  )
}

type Units = { currency: string | undefined; weightUnit: string | undefined }

function columnsFor({ currency, weightUnit }: Units, fields: AttributeField[]): Column<Variant>[] {
  const money = (amount: string | null) => amount && formatMoney(amount, currency)
  const text = (value: string | null) => value && <InlineText text={value} />
  const column = (key: keyof typeof t.fields, cell: Column<Variant>['cell'], isNumber = false) => ({
    ...{ key, label: t.fields[key], cell, isNumber }
  })
  return [
    column('vendorPrice', ({ vendorPrice }) => money(vendorPrice), true),
    column('price', ({ price }) => money(price), true),
    column('listPrice', ({ listPrice }) => money(listPrice), true),
    column('stockOnHand', ({ stockOnHand }) => formatNumber(stockOnHand), true),
    column('upc', ({ upc }) => text(upc)),
    column('partNumber', ({ partNumber }) => text(partNumber)),
    column('unitOfMeasure', ({ unitOfMeasure }) => text(unitOfMeasure)),
    column('weight', ({ weight }) => weight && formatWeight(weight, weightUnit), true),
    column('attributes', ({ attributes }) => attributesText(fields, attributes))
  ]
}

function attributesText(fields: AttributeField[], attributes: Record<string, unknown>): ReactNode {
  const entries = compareAttributes({ fields, wording }, {}, attributes)
  if (entries.length === 0) return null
  return entries.map(({ code, label, after = '' }) => (
    <span key={code} className={classes.attribute}>
      <span className={classes.key}>
        <InlineText text={label} />
      </span>{' '}
      <InlineText text={after} />
    </span>
  ))
}
