import { Button, Stack, Text, Title } from '@mantine/core'
import type { ProductRow } from '@purveyor/client'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { catalogTexts } from '../../texts/catalog.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LayoutMenu } from '../../ui/grid/layout-menu.tsx'
import { useGridLayout } from '../../ui/grid/use-grid-layout.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { optionalColumns } from '../../ui/products/columns.tsx'
import { FilterBar } from '../../ui/products/filter-bar.tsx'
import { cleared, isFiltered, useFilters, vendorFilters } from '../../ui/products/filters.ts'
import { GridSkeleton } from '../../ui/products/grid-skeleton.tsx'
import classes from '../../ui/products/products.module.css'
import { SavedViews } from '../../ui/saved-views.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CatalogList } from './catalog-list.tsx'
import { ChangeBar } from './changes/change-bar.tsx'
import type { RowChange } from './changes/change-set.ts'
import type { Applied } from './changes/use-apply.ts'
import { useChanges } from './changes/use-changes.ts'
import { ExportMenu } from './export/export-menu.tsx'
import { NewerHint } from './newer-hint.tsx'
import { NoProducts } from './no-products.tsx'
import { useNewer } from './rows/use-newer.ts'
import { useRowStore } from './rows/use-row-store.ts'

/** The products of the vendor as a grid. */
export default function CatalogScreen() {
  useTitle(catalogTexts.title)
  const { canWrite } = useSignedIn()
  const [filters, changeFilters] = useFilters(vendorFilters)
  const [generation, setGeneration] = useState(0)
  const { store } = useRowStore(filters, generation)
  const newer = useNewer(store, filters)
  const { changes, version } = useChanges()
  // Not all columns fit into most windows.
  const [layout, changeLayout] = useGridLayout('catalog', ['listPrice'])
  const sortBy = (sort: string | undefined) => changeFilters({ sort: sort ?? null })
  const { count, error } = store
  const done = () => {
    store.refresh()
    newer.forget().catch(notifyError)
  }
  const applied = (rows: Applied) => {
    store.patch(new Map([...rows].map(([id, { cells }]) => [id, patchOf(cells)])))
    done()
  }
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <Title order={1}>{catalogTexts.title}</Title>
        <Text c="dimmed" role="status">
          {count === undefined ? '' : catalogTexts.count(count, store.isExact)}
        </Text>
        <NewerHint newer={newer} store={store} onRestart={() => setGeneration((number) => number + 1)} />
        {canWrite && (
          <Button ml="auto" component={Link} href="/products/new" leftSection={<IconPlus size={16} />}>
            {catalogTexts.newProduct}
          </Button>
        )}
      </div>
      <FilterBar names={vendorFilters} filters={filters} onChange={changeFilters}>
        <SavedViews
          list="catalog"
          names={[...vendorFilters, 'sort']}
          layout={layout}
          onLayout={changeLayout}
        />
        <LayoutMenu columns={optionalColumns} layout={layout} onChange={changeLayout} />
        <ExportMenu store={store} layout={layout} />
      </FilterBar>
      {error !== undefined && (
        <Stack px="md" align="flex-start">
          <ErrorAlert error={error} onRetry={() => store.retry()} />
          {filters.sort && (
            <Button variant="default" onClick={() => sortBy(undefined)}>
              {catalogTexts.newestFirst}
            </Button>
          )}
        </Stack>
      )}
      {count === undefined && error === undefined && <GridSkeleton />}
      {count === 0 && (
        <NoProducts isFiltered={isFiltered(filters)} onClear={() => changeFilters(cleared(filters))} />
      )}
      {count !== undefined && count > 0 && (
        <CatalogList
          key={JSON.stringify([filters, generation])}
          {...{ store, count, changes, filters, layout }}
          onSort={sortBy}
          onLayout={changeLayout}
          onDone={done}
        />
      )}
      {canWrite && <ChangeBar changes={changes} version={version} onApplied={applied} />}
    </div>
  )
}

/** Returns the values of a product that were changed. */
function patchOf({ vendorPrice, listPrice, stockOnHand }: RowChange['cells']): Partial<ProductRow> {
  return {
    ...(vendorPrice?.value !== undefined && { vendorPrice: vendorPrice.value }),
    ...(listPrice?.value !== undefined && { listPrice: listPrice.value || null }),
    ...(stockOnHand?.value !== undefined && { stockOnHand: Number(stockOnHand.value) })
  }
}
