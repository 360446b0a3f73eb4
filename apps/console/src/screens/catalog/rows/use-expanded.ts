import type { Product, ProductRow } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { notifyError } from '../../../ui/notify-error.ts'
import type { VariantRow } from './catalog-row.ts'
import { type Expanded, RowTree } from './row-tree.ts'

/** Knows which products are expanded into their variants. */
export function useExpanded() {
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
  return {
    tree,
    isExpanded: useCallback((id: string) => expanded.has(id), [expanded]),
    toggle,
    collapseAll: useCallback(() => setExpanded(new Map()), [])
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
