import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { catalogTexts } from '../../texts/catalog.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import type { GridSelection } from '../../ui/grid/grid-types.ts'
import {
  type ChangeLayout,
  type GridLayout,
  rowHeights,
  useShownColumns
} from '../../ui/grid/use-grid-layout.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { productColumns } from '../../ui/products/columns.tsx'
import type { Filters } from '../../ui/products/filters.ts'
import { type CatalogRow, isVariant, keyOf } from '../../ui/products/product-row.ts'
import type { RowStore } from '../../ui/products/row-store.ts'
import { useCurrency } from '../../ui/use-units.ts'
import { applyEdits } from './changes/apply-edits.ts'
import { type ChangeSet, editedFields } from './changes/change-set.ts'
import { changedVariants } from './changes/changed-variants.ts'
import type { useExpanded } from './rows/use-expanded.ts'

type Props = {
  store: RowStore
  count: number
  filters: Filters
  layout: GridLayout
  onSort(sort: string | undefined): void
  onLayout: ChangeLayout
  changes: ChangeSet
  expanded: ReturnType<typeof useExpanded>
  selection: GridSelection<CatalogRow>
}

/** The grid of products, in which costs, list prices and stocks are edited. */
export function CatalogGrid(props: Props) {
  const { store, count, changes, expanded, selection, layout, onLayout } = props
  const { canWrite } = useSignedIn()
  const { currency } = useCurrency()
  const [, go] = useLocation()
  const { tree, isExpanded, toggle } = expanded
  const all = useMemo(() => {
    const onToggle = (row: CatalogRow, index: number) =>
      !isVariant(row) && toggle(row, tree.find(index).index)
    const hrefOf = (row: CatalogRow) => `/products/${isVariant(row) ? row.product.id : row.id}`
    const onOpen = (row: CatalogRow) => go(hrefOf(row))
    return productColumns({ currency, canWrite, hrefOf, onOpen, variants: { isExpanded, onToggle } })
  }, [currency, canWrite, isExpanded, tree, toggle, go])
  const columns = useShownColumns(all, layout)
  const version = changes.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the changes are others in each version
  const ofVariants = useMemo(() => changedVariants(changes.rows), [changes, version])
  const rowAt = (index: number) => tree.rowAt(index, store.rowAt)
  const readRows = async (first: number, last: number) => {
    const rows = new Map<number, CatalogRow>()
    let index = tree.find(first).index
    for await (const part of store.between(index, tree.find(last).index))
      for (const row of part) rows.set(index++, row)
    return Array.from({ length: last - first + 1 }, (_, offset) =>
      tree.rowAt(first + offset, (product) => rows.get(product) as never)
    ).filter((row) => row !== undefined)
  }
  const isFromEnd = (index: number) => store.isFromEnd(tree.find(index).index)
  function cellsIn(top: number, bottom: number, left: number, right: number) {
    const fields = editedFields.filter((field) =>
      columns.slice(left, right + 1).some(({ key }) => key === field)
    )
    return Array.from({ length: bottom - top + 1 }, (_, offset) => rowAt(top + offset)).flatMap((row) =>
      row ? fields.map((field) => ({ key: keyOf(row), field })) : []
    )
  }
  const view = useCallback(
    (first: number, last: number) => store.view(tree.find(first).index, tree.find(last).index),
    [store, tree]
  )
  return (
    <Grid
      label={catalogTexts.grid}
      columns={columns}
      count={count + tree.added}
      rowAt={rowAt}
      labelOf={({ name }) => name}
      editsOf={(row) => changes.rows.get(keyOf(row))?.cells ?? ofVariants.get(row.id)}
      onEdit={
        canWrite
          ? (edits) =>
              void applyEdits(edits, changes, { rowAt, readRows, isFromEnd, since: store.firstChange }).catch(
                notifyError
              )
          : undefined
      }
      onDelete={({ top, bottom, left, right }) => changes.revert(cellsIn(top, bottom, left, right))}
      onUndo={() => changes.undo()}
      readRows={readRows}
      selection={selection}
      sort={props.filters.sort}
      onSort={props.onSort}
      onResize={(key, width) => onLayout({ widths: { ...layout.widths, [key]: width } })}
      rowHeight={layout.isCompact ? rowHeights.compact : rowHeights.normal}
      onView={view}
      isNearEnd={store.isNearEnd}
    />
  )
}
