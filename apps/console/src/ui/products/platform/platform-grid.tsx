import type { PlatformProductRow } from '@purveyor/client'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { catalogTexts } from '../../../texts/catalog.ts'
import { platformProductsTexts } from '../../../texts/platform-products.ts'
import { Grid } from '../../grid/grid.tsx'
import type { GridColumn } from '../../grid/grid-types.ts'
import {
  type ChangeLayout,
  type GridLayout,
  rowHeights,
  useShownColumns
} from '../../grid/use-grid-layout.ts'
import { useCurrency } from '../../use-units.ts'
import { useVendorNames } from '../../use-vendors.ts'
import { productColumns } from '../columns.tsx'
import classes from '../products.module.css'
import type { RowStore } from '../row-store.ts'

type Props = {
  store: RowStore<PlatformProductRow>
  count: number
  sort: string | undefined
  layout: GridLayout
  hasVendor: boolean
  /** Returns the address that opens a product. */
  hrefOf(id: string): string
  onSort(sort: string | undefined): void
  onLayout: ChangeLayout
}

/** The vendors whose names are read at once: those of the rows in view. */
const maxView = 80

/** The grid of the products of all vendors. Nothing in it is edited. */
export function PlatformGrid({ store, count, sort, layout, hasVendor, hrefOf, onSort, onLayout }: Props) {
  const { currency } = useCurrency()
  const [, go] = useLocation()
  const [inView, setInView] = useState({ first: 0, last: 40 })
  const ids: string[] = []
  for (
    let index = inView.first;
    hasVendor && index <= Math.min(inView.last, inView.first + maxView);
    index++
  ) {
    const row = store.rowAt(index)
    if (row) ids.push(row.vendorId)
  }
  const found = useVendorNames(ids)
  const known = JSON.stringify([...found])
  const all = useMemo(() => {
    const names = new Map<string, string | null>(JSON.parse(known))
    const [name, ...others] = productColumns({
      ...{ currency, canWrite: false },
      hrefOf: ({ id }) => hrefOf(id),
      onOpen: ({ id }) => go(hrefOf(id))
    }) as unknown as GridColumn<PlatformProductRow>[]
    const vendorOf = ({ vendorId }: PlatformProductRow) => names.get(vendorId) ?? ''
    const vendor: GridColumn<PlatformProductRow> = {
      ...{ key: 'vendor', label: platformProductsTexts.vendor, width: 150 },
      textOf: vendorOf,
      render: (row) => <span className={classes.cut}>{vendorOf(row)}</span>
    }
    return [...(name ? [name] : []), ...(hasVendor ? [vendor] : []), ...others]
  }, [currency, known, hasVendor, hrefOf, go])
  const columns = useShownColumns(all, layout)
  const view = useMemo(
    () => (first: number, last: number) => {
      store.view(first, last)
      setInView({ first, last })
    },
    [store]
  )
  return (
    <div className={classes.list}>
      <Grid
        label={catalogTexts.grid}
        columns={columns}
        count={count}
        rowAt={store.rowAt}
        labelOf={({ name }) => name}
        sort={sort}
        onSort={onSort}
        onResize={(key, width) => onLayout({ widths: { ...layout.widths, [key]: width } })}
        rowHeight={layout.isCompact ? rowHeights.compact : rowHeights.normal}
        onView={view}
        isNearEnd={store.isNearEnd}
        readRows={async (first, last) => {
          const rows: PlatformProductRow[] = []
          for await (const part of store.between(first, last)) rows.push(...part)
          return rows
        }}
      />
    </div>
  )
}
