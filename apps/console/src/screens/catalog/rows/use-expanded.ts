import type { Product, ProductRow } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { notifyError } from '../../../ui/notify-error.ts'
import type { VariantRow } from './catalog-row.ts'
import { type Expanded, RowTree } from './row-tree.ts'

/** Knows which products are expanded into their variants. With another number, the variants are read again. */
export function useExpanded(refreshes: number) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [expanded, setExpanded] = useState<ReadonlyMap<string, Expanded>>(new Map())
  const tree = useMemo(() => new RowTree(expanded.values()), [expanded])

  const toggle = useCallback(
    (product: ProductRow, index: number) => {
      const { id } = product
      if (expanded.has(id)) return setExpanded(new Map([...expanded].filter(([key]) => key !== id)))
      queries
        .fetchQuery({
          queryKey: ['catalog', 'variants', id, product.updatedAt],
          queryFn: ({ signal }) => purveyor.products.get(id, { signal })
        })
        .then((read) => variantsOf(product, read))
        .then((variants) => setExpanded((current) => new Map(current).set(id, { index, id, variants })))
        .catch(notifyError)
    },
    [expanded, purveyor, queries]
  )
  const reload = useEffectEvent(() => {
    for (const { id, index, variants } of expanded.values()) {
      const product = variants[0]?.product
      if (!product) continue
      purveyor.products
        .get(id)
        .then((read) => variantsOf(product, read))
        .then((read) =>
          setExpanded((all) => (all.has(id) ? new Map(all).set(id, { index, id, variants: read }) : all))
        )
        .catch(notifyError)
    }
  })
  useEffect(() => {
    if (refreshes > 0) reload()
  }, [refreshes])

  return {
    tree,
    isExpanded: useCallback((id: string) => expanded.has(id), [expanded]),
    toggle
  }
}

/** Returns the rows of a product's variants. */
export function variantsOf(product: ProductRow, { variants }: Product): VariantRow[] {
  return variants.map((variant) => ({
    product,
    id: variant.id,
    sku: variant.sku,
    name: variant.name,
    vendorPrice: variant.vendorPrice,
    price: variant.price,
    stockOnHand: variant.stockOnHand,
    stockAvailable: variant.stockAvailable,
    isActive: variant.isActive
  }))
}
