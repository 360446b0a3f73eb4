import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { ProductRow } from '@purveyor/client'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { useTitle } from '../../ui/use-title.ts'
import classes from './catalog.module.css'
import { CatalogList } from './catalog-list.tsx'
import { ChangeBar } from './changes/change-bar.tsx'
import type { RowChange } from './changes/change-set.ts'
import type { Applied } from './changes/use-apply.ts'
import { useChanges } from './changes/use-changes.ts'
import { ColumnMenu, useColumns } from './column-menu.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NewerHint } from './newer-hint.tsx'
import { NoProducts } from './no-products.tsx'
import { useNewer } from './rows/use-newer.ts'
import { useRowStore } from './rows/use-row-store.ts'
import { noFilters, useFilters } from './use-filters.ts'

const skeletons = Array.from({ length: 14 }, (_, index) => index)

/** The products of the vendor as a grid. */
export default function CatalogScreen() {
  useTitle(t.catalog.title)
  const { canWrite } = useSignedIn()
  const [filters, changeFilters] = useFilters()
  const [generation, setGeneration] = useState(0)
  const { store } = useRowStore(filters, generation)
  const newer = useNewer(store, filters)
  const { changes, version } = useChanges()
  const [columns, setColumn] = useColumns()
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
        <Title order={1}>{t.catalog.title}</Title>
        <Text c="dimmed" role="status">
          {count === undefined ? '' : t.catalog.count(count, store.isExact)}
        </Text>
        <NewerHint newer={newer} store={store} onRestart={() => setGeneration((number) => number + 1)} />
        {canWrite && (
          <Button ml="auto" component={Link} href="/products/new" leftSection={<IconPlus size={16} />}>
            {t.catalog.newProduct}
          </Button>
        )}
      </div>
      <FilterBar filters={filters} onChange={changeFilters}>
        <ColumnMenu shown={columns} onChange={setColumn} />
        <ExportMenu store={store} columns={columns} />
      </FilterBar>
      {error !== undefined && <ErrorAlert error={error} onRetry={() => store.retry()} />}
      {count === undefined && error === undefined && <GridSkeleton />}
      {count === 0 && (
        <NoProducts isFiltered={Object.keys(filters).length > 0} onClear={() => changeFilters(noFilters)} />
      )}
      {count !== undefined && count > 0 && (
        <CatalogList
          key={JSON.stringify([filters, generation])}
          {...{ store, count, columns, changes }}
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

function GridSkeleton() {
  return (
    <div className={classes.list}>
      {skeletons.map((index) => (
        <Skeleton key={index} h={14} my={11} mx="md" w="auto" />
      ))}
    </div>
  )
}
