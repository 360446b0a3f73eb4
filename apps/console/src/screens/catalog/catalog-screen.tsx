import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { ProductRow } from '@purveyor/client'
import { IconPackage, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { useTitle } from '../../ui/use-title.ts'
import classes from './catalog.module.css'
import { CatalogGrid } from './catalog-grid.tsx'
import { ChangeBar } from './changes/change-bar.tsx'
import type { RowChange } from './changes/change-set.ts'
import type { Applied } from './changes/use-apply.ts'
import { useChanges } from './changes/use-changes.ts'
import type { ColumnKey } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useRowStore } from './rows/use-row-store.ts'
import { noFilters, useFilters } from './use-filters.ts'

const skeletons = Array.from({ length: 14 }, (_, index) => index)
const none: ReadonlySet<ColumnKey> = new Set()

/** The products of the vendor as a grid. */
export default function CatalogScreen() {
  useTitle(t.catalog.title)
  const { canWrite } = useSignedIn()
  const [filters, changeFilters] = useFilters()
  const [generation] = useState(0)
  const { store } = useRowStore(filters, generation)
  const { changes, version } = useChanges()
  const { count } = store
  const key = JSON.stringify([filters, generation])
  const applied = (rows: Applied) => {
    store.patch(new Map([...rows].map(([id, { cells }]) => [id, patchOf(cells)])))
    store.refresh()
  }
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <Title order={1}>{t.catalog.title}</Title>
        <Text c="dimmed" role="status">
          {count === undefined ? '' : t.catalog.count(count, store.isExact)}
        </Text>
        {canWrite && (
          <Button ml="auto" component={Link} href="/products/new" leftSection={<IconPlus size={16} />}>
            {t.catalog.newProduct}
          </Button>
        )}
      </div>
      <FilterBar filters={filters} onChange={changeFilters}>
        {null}
      </FilterBar>
      <div className={classes.list}>
        {store.error !== undefined && <ErrorAlert error={store.error} onRetry={() => store.retry()} />}
        {count === undefined && store.error === undefined && <GridSkeleton />}
        {count === 0 && (
          <NoProducts isFiltered={Object.keys(filters).length > 0} onClear={() => changeFilters(noFilters)} />
        )}
        {count !== undefined && count > 0 && (
          <CatalogGrid key={key} store={store} count={count} hidden={none} changes={changes} />
        )}
      </div>
      {canWrite && <ChangeBar changes={changes} version={version} onApplied={applied} />}
    </div>
  )
}

/** Returns the values of a product that were changed. */
function patchOf({ vendorPrice, stockOnHand }: RowChange['cells']): Partial<ProductRow> {
  return {
    ...(vendorPrice?.value !== undefined && { vendorPrice: vendorPrice.value }),
    ...(stockOnHand?.value !== undefined && { stockOnHand: Number(stockOnHand.value) })
  }
}

function GridSkeleton() {
  return (
    <div>
      {skeletons.map((index) => (
        <Skeleton key={index} h={14} my={11} mx="md" w="auto" />
      ))}
    </div>
  )
}

function NoProducts({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { canWrite } = useSignedIn()
  if (!isFiltered)
    return (
      <Empty
        icon={IconPackage}
        title={t.catalog.empty}
        text={canWrite ? t.catalog.emptyText : t.catalog.emptyViewer}
      />
    )
  return (
    <Empty icon={IconSearchOff} title={t.catalog.noMatch} text={t.catalog.noMatchText}>
      <Button variant="default" onClick={onClear}>
        {t.actions.clearFilters}
      </Button>
    </Empty>
  )
}
