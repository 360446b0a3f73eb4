import { t } from '../../texts/texts.ts'
import { formatAgo, formatDateTime, formatMoney, formatNumber } from '../../ui/format.ts'
import type { GridColumn } from '../../ui/grid/grid-types.ts'
import classes from './catalog.module.css'
import { type EditedField, storedValue } from './changes/change-set.ts'
import { typedNumber } from './numbers.ts'
import { ProductName } from './product-name.tsx'
import { type CatalogRow, isEditable, isVariant } from './rows/catalog-row.ts'
import { StatusBadge } from './status-badge.tsx'

export type ColumnKey = keyof typeof t.catalog.columns
export type CatalogColumn = GridColumn<CatalogRow> & { key: ColumnKey }

type Context = {
  currency: string | undefined
  canWrite: boolean
  isExpanded(id: string): boolean
  onToggle(row: CatalogRow, index: number): void
  onOpen(row: CatalogRow): void
}

/** Returns all columns of the catalog, in their order. The first one is always shown. */
export function catalogColumns(context: Context): CatalogColumn[] {
  const { currency, canWrite, isExpanded, onToggle, onOpen } = context
  const edited = (field: EditedField): Partial<CatalogColumn> => ({
    isNumber: true,
    textOf: (row) => (isEditable(row) ? typedNumber(storedValue(row, field)) : ''),
    ...(canWrite && { isEditable })
  })
  const column = (key: ColumnKey, width: number, others: Partial<CatalogColumn>): CatalogColumn => ({
    key,
    label: t.catalog.columns[key],
    width,
    textOf: () => '',
    ...others
  })
  const money = (amount: string | null) => (amount === null ? '' : formatMoney(amount, currency))
  return [
    column('name', 320, {
      grows: true,
      textOf: (row) => row.name,
      render: (row) => (
        <ProductName row={row} isExpanded={!isVariant(row) && isExpanded(row.id)} onToggle={onToggle} />
      ),
      onEnter: (row, index) => (!isVariant(row) && row.variantCount > 1 ? onToggle(row, index) : onOpen(row))
    }),
    column('sku', 116, { textOf: ({ sku }) => sku }),
    column('status', 150, {
      textOf: (row) => (isVariant(row) ? '' : t.catalog.statuses[row.status]),
      render: (row) => <StatusBadge row={row} />
    }),
    column('vendorPrice', 104, {
      ...edited('vendorPrice'),
      render: (row) => (isEditable(row) ? money(row.vendorPrice) : <PerVariant row={row} />)
    }),
    column('listPrice', 104, {
      ...edited('listPrice'),
      render: (row) => (isEditable(row) ? money(row.listPrice) : <PerVariant row={row} />)
    }),
    column('price', 180, {
      isNumber: true,
      textOf: priceText,
      render: (row) => <span className={classes.cut}>{shownPrice(row, money)}</span>
    }),
    column('stockOnHand', 90, { ...edited('stockOnHand'), render: (row) => formatNumber(row.stockOnHand) }),
    column('stockAvailable', 90, {
      isNumber: true,
      textOf: ({ stockAvailable }) => String(stockAvailable),
      render: ({ stockAvailable }) => formatNumber(stockAvailable)
    }),
    column('updatedAt', 120, {
      textOf: (row) => (isVariant(row) ? '' : row.updatedAt),
      render: (row) => (isVariant(row) ? null : <Changed time={row.updatedAt} />)
    })
  ]
}

/** Lighter than `Ago`, because rows are made while the grid scrolls. */
function Changed({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)} className={classes.time}>
      {formatAgo(time)}
    </time>
  )
}

/** Products with several variants have no cost of their own. */
function PerVariant({ row }: { row: CatalogRow }) {
  return (
    !isVariant(row) && row.variantCount > 1 && <span className={classes.time}>{t.catalog.perVariant}</span>
  )
}

function pricesOf(row: CatalogRow): [min: string | null, max: string | null] {
  return isVariant(row) ? [row.price, row.price] : [row.priceMin, row.priceMax]
}

function priceText(row: CatalogRow): string {
  return [...new Set(pricesOf(row))].map((price) => (price === null ? '' : typedNumber(price))).join(' – ')
}

function shownPrice(row: CatalogRow, money: (amount: string | null) => string): string {
  const [min, max] = pricesOf(row)
  return min === max ? money(min) : t.catalog.priceRange(money(min), money(max))
}
