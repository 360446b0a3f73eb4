import { catalogTexts } from '../../texts/catalog.ts'
import type { ChangeLayout, GridLayout } from '../../ui/grid/use-grid-layout.ts'
import { notifyError } from '../../ui/notify-error.ts'
import type { Filters } from '../../ui/products/filters.ts'
import classes from '../../ui/products/products.module.css'
import type { RowStore } from '../../ui/products/row-store.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { CatalogGrid } from './catalog-grid.tsx'
import type { ChangeSet } from './changes/change-set.ts'
import { productCsv } from './export/product-csv.ts'
import { useExpanded } from './rows/use-expanded.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelected } from './selection/use-selected.ts'

type Props = {
  store: RowStore
  count: number
  filters: Filters
  layout: GridLayout
  onSort(sort: string | undefined): void
  onLayout: ChangeLayout
  changes: ChangeSet
  /** Called when products were changed. */
  onDone(): void
}

/** The grid of the products that match the filters, and what can be done with those that are selected. */
export function CatalogList({ onDone, ...props }: Props) {
  const { store, changes, layout } = props
  const expanded = useExpanded(store)
  const { selected, selection } = useSelected(store, expanded.tree)
  const exporting = useMutation({
    mutationFn: async () => productCsv([await selected.read()], layout),
    onSuccess: (file) => saveFile(file, catalogTexts.fileName),
    onError: notifyError
  })
  return (
    <>
      <div className={classes.list}>
        <CatalogGrid {...props} {...{ expanded, selection }} />
      </div>
      <SelectionBar
        selected={selected}
        changes={changes}
        since={store.firstChange}
        onExport={() => exporting.mutate()}
        isExporting={exporting.isPending}
        onDone={onDone}
      />
    </>
  )
}
