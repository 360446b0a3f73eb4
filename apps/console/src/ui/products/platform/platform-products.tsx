import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { catalogTexts } from '../../../texts/catalog.ts'
import { platformProductsTexts } from '../../../texts/platform-products.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../empty.tsx'
import { ErrorAlert } from '../../error-alert.tsx'
import { LayoutMenu } from '../../grid/layout-menu.tsx'
import { useGridLayout } from '../../grid/use-grid-layout.ts'
import { SavedViews } from '../../saved-views.tsx'
import { useAddressState } from '../../use-address-state.ts'
import { optionalColumns } from '../columns.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { cleared, isFiltered, platformFilters, useFilters } from '../filters.ts'
import { GridSkeleton } from '../grid-skeleton.tsx'
import screenClasses from '../products.module.css'
import { PlatformGrid } from './platform-grid.tsx'
import { usePlatformRows } from './use-platform-rows.ts'

const ProductDrawer = lazy(async () => ({ default: (await import('./product-drawer.tsx')).ProductDrawer }))

type Props = {
  /** The heading of a screen of its own, which the grid then fills. */
  title?: string
  /** Shows only the products of this vendor. */
  vendorId?: string
}

/**
 * The products of all vendors, or of one, to read: filters, a grid, and a drawer with the product of the address. Hiding
 * and publishing is done in the drawer. For operators.
 */
export function PlatformProducts({ title, vendorId }: Props) {
  const names = useMemo(
    () => platformFilters.filter((name) => name !== 'vendorId' || vendorId === undefined),
    [vendorId]
  )
  const [filters, changeFilters] = useFilters(names)
  const [params, change] = useAddressState()
  const open = params.get('product')
  const [path] = useLocation()
  const hrefOf = useCallback(
    (id: string) => `${path}?${new URLSearchParams({ ...Object.fromEntries(params), product: id })}`,
    [path, params]
  )
  const hidden = ['vendorPrice', 'listPrice', 'stockAvailable', ...(vendorId ? ['vendor'] : [])]
  const [layout, changeLayout] = useGridLayout(vendorId ? 'vendor-products' : 'platform-products', hidden)
  const { store } = usePlatformRows(filters, vendorId)
  const { count, error } = store
  const columns = vendorId
    ? optionalColumns
    : [{ key: 'vendor', label: platformProductsTexts.vendor }, ...optionalColumns]
  return (
    <div className={title === undefined ? screenClasses.framed : screenClasses.screen}>
      {title !== undefined && (
        <Group className={screenClasses.top}>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" role="status">
            {count === undefined ? '' : catalogTexts.count(count, store.isExact)}
          </Text>
        </Group>
      )}
      <FilterBar names={names} filters={filters} onChange={changeFilters}>
        <SavedViews
          list={vendorId ? 'vendor-products' : 'platform-products'}
          names={[...names, 'sort']}
          layout={layout}
          onLayout={changeLayout}
        />
        <LayoutMenu columns={columns} layout={layout} onChange={changeLayout} />
      </FilterBar>
      {error !== undefined && (
        <Stack px="md" align="flex-start">
          <ErrorAlert error={error} onRetry={() => store.retry()} />
          {filters.sort && (
            <Button variant="default" onClick={() => changeFilters({ sort: null })}>
              {catalogTexts.newestFirst}
            </Button>
          )}
        </Stack>
      )}
      {count === undefined && error === undefined && <GridSkeleton />}
      {count === 0 &&
        (isFiltered(filters) ? (
          <Empty icon={IconSearchOff} title={catalogTexts.noMatch} text={catalogTexts.noMatchText}>
            <Button variant="default" onClick={() => changeFilters(cleared(filters))}>
              {t.actions.clearFilters}
            </Button>
          </Empty>
        ) : (
          <Empty
            icon={IconPackage}
            title={platformProductsTexts.empty}
            text={platformProductsTexts.emptyText}
          />
        ))}
      {count !== undefined && count > 0 && (
        <PlatformGrid
          key={JSON.stringify(filters)}
          {...{ store, count, layout }}
          sort={filters.sort}
          hasVendor={vendorId === undefined}
          hrefOf={hrefOf}
          onSort={(sort) => changeFilters({ sort: sort ?? null })}
          onLayout={changeLayout}
        />
      )}
      <Suspense fallback={null}>
        {open && (
          <ProductDrawer
            key={open}
            id={open}
            onClose={() => change({ product: null })}
            onChanged={() => store.refresh()}
          />
        )}
      </Suspense>
    </div>
  )
}
