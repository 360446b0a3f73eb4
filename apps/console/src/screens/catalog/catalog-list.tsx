import { useMutation } from '@tanstack/react-query'
import { t } from '../../texts/texts.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { saveFile } from '../../ui/save-file.ts'
import classes from './catalog.module.css'
import { CatalogGrid } from './catalog-grid.tsx'
import type { ChangeSet } from './changes/change-set.ts'
import type { ColumnKey } from './columns.tsx'
import { productCsv } from './export/product-csv.ts'
import type { RowStore } from './rows/row-store.ts'
import { useExpanded } from './rows/use-expanded.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelected } from './selection/use-selected.ts'

type Props = {
  store: RowStore
  count: number
  columns: readonly ColumnKey[]
  changes: ChangeSet
  /** Called when products were changed. */
  onDone(): void
}

/** The grid of the products that match the filters, and what can be done with those that are selected. */
export function CatalogList({ store, count, columns, changes, onDone }: Props) {
  const expanded = useExpanded(store)
  const { selected, selection } = useSelected(store, expanded.tree)
  const exporting = useMutation({
    mutationFn: async () => productCsv([await selected.read()], columns),
    onSuccess: (file) => saveFile(file, t.catalog.fileName),
    onError: notifyError
  })
  return (
    <>
      <div className={classes.list}>
        <CatalogGrid {...{ store, count, columns, changes, expanded, selection }} />
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
