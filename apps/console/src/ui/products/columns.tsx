import { catalogTexts } from '../../texts/catalog.ts'
import { formatAgo, formatDateTime, formatMoney, formatNumber } from '../format.ts'
import type { GridColumn } from '../grid/grid-types.ts'
import { typedNumber } from './numbers.ts'
import { ProductName } from './product-name.tsx'
import { type CatalogRow, isEditable, isVariant } from './product-row.ts'
import classes from './products.module.css'
import { StatusBadge } from './status-badge.tsx'

export type ColumnKey = keyof typeof catalogTexts.columns
export type ProductColumn = GridColumn<CatalogRow> & { key: ColumnKey }

type Context = {
  currency: string | undefined
  canWrite: boolean
  hrefOf(row: CatalogRow): string
  onOpen(row: CatalogRow): void
  /** For grids that show variants below their products. */
  variants?: { isExpanded(id: string): boolean; onToggle(row: CatalogRow, index: number): void }
}

/** Returns all columns of a grid of products, in their order. The first one is always shown. */
export function productColumns({ currency, canWrite, hrefOf, onOpen, variants }: Context): ProductColumn[] {
  const edited = (field: 'vendorPrice' | 'listPrice' | 'stockOnHand'): Partial<ProductColumn> => ({
    isNumber: true,
    textOf: (row) => (isEditable(row) ? typedNumber(String(row[field] ?? '')) : ''),
    ...(canWrite && { isEditable })
  })
  const column = (key: ColumnKey, width: number, others: Partial<ProductColumn>): ProductColumn => ({
    key,
    label: catalogTexts.columns[key],
    width,
    textOf: () => '',
    ...others
  })
  const money = (amount: string | null) => (amount === null ? '' : formatMoney(amount, currency))
  const range = (min: string | null, max: string | null) => (
    <Range
      text={min === max ? undefined : catalogTexts.priceRange(money(min), money(max))}
      min={money(min)}
    />
  )
  return [
    column('name', 320, {
      grows: true,
      sorts: ['name', '-name'],
      textOf: (row) => row.name,
      render: (row) => <ProductName row={row} href={hrefOf(row)} {...variants} />,
      onEnter: (row, index) =>
        variants && !isVariant(row) && row.variantCount > 1 ? variants.onToggle(row, index) : onOpen(row)
    }),
    column('sku', 106, { sorts: ['sku', '-sku'], textOf: ({ sku }) => sku }),
    column('status', 158, {
      textOf: (row) => (isVariant(row) ? '' : catalogTexts.statuses[row.status]),
      render: (row) => <StatusBadge row={row} />
    }),
    column('vendorPrice', 124, {
      ...edited('vendorPrice'),
      render: (row) =>
        isVariant(row) || row.variantCount === 1
          ? money(row.vendorPrice)
          : range(row.vendorPriceMin, row.vendorPriceMax)
    }),
    column('listPrice', 104, {
      ...edited('listPrice'),
      render: (row) => (isEditable(row) ? money(row.listPrice) : null)
    }),
    column('price', 140, {
      isNumber: true,
      sorts: ['price', '-price'],
      textOf: priceText,
      render: (row) => range(...pricesOf(row))
    }),
    column('stockOnHand', 72, {
      ...edited('stockOnHand'),
      sorts: ['stock', '-stock'],
      render: (row) => formatNumber(row.stockOnHand)
    }),
    column('stockAvailable', 92, {
      isNumber: true,
      textOf: ({ stockAvailable }) => String(stockAvailable),
      render: ({ stockAvailable }) => formatNumber(stockAvailable)
    }),
    column('updatedAt', 112, {
      sorts: ['-updatedAt', 'updatedAt'],
      textOf: (row) => (isVariant(row) ? '' : row.updatedAt),
      render: (row) => (isVariant(row) ? null : <Changed time={row.updatedAt} />)
    })
  ]
}

/** The columns that can be hidden. */
export const optionalColumns = Object.entries(catalogTexts.columns)
  .filter(([key]) => key !== 'name')
  .map(([key, label]) => ({ key, label }))

/** Lighter than `Ago`, because rows are made while the grid scrolls. */
function Changed({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)} className={classes.dimmed}>
      {formatAgo(time)}
    </time>
  )
}

/** The lowest amount of several variants. `text` is the range, if they differ. */
function Range({ text, min }: { text: string | undefined; min: string }) {
  if (text === undefined) return <span className={classes.cut}>{min}</span>
  return (
    <span className={classes.cut} title={text}>
      <span className={classes.dimmed}>{catalogTexts.from}</span> {min}
    </span>
  )
}

function pricesOf(row: CatalogRow): [min: string | null, max: string | null] {
  return isVariant(row) ? [row.price, row.price] : [row.priceMin, row.priceMax]
}

function priceText(row: CatalogRow): string {
  return [...new Set(pricesOf(row))].map((price) => (price === null ? '' : typedNumber(price))).join(' – ')
}
