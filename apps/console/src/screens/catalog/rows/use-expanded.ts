import type { Product, ProductRow } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { notifyError } from '../../../ui/notify-error.ts'
import { indexOf } from '../../../ui/products/index-of.ts'
import type { VariantRow } from '../../../ui/products/product-row.ts'
import type { RowStore } from '../../../ui/products/row-store.ts'
import { type Expanded, RowTree } from './row-tree.ts'

type AllExpanded = ReadonlyMap<string, Expanded>

/** Knows which products are expanded into their variants. After a refresh of the rows, the variants are read again. */
export function useExpanded(store: RowStore) {
  const [expanded, setExpanded] = useState<AllExpanded>(new Map())
  const readVariants = useReadVariants(store)
  const opening = useRef(new Set<string>())
  const tree = useMemo(() => new RowTree(expanded.values()), [expanded])

  const toggle = useCallback(
    (product: ProductRow, index: number) => {
      const { id } = product
      if (expanded.has(id)) return setExpanded(new Map([...expanded].filter(([key]) => key !== id)))
      // The person has closed it before the variants were read.
      if (opening.current.delete(id)) return
      opening.current.add(id)
      readVariants(product)
        .then((variants) => {
          if (opening.current.delete(id))
            setExpanded((current) => new Map(current).set(id, { index, id, variants }))
        })
        .catch((error: unknown) => {
          opening.current.delete(id)
          notifyError(error)
        })
    },
    [expanded, readVariants]
  )
  const reload = useEffectEvent(() => {
    for (const { id, variants } of expanded.values()) {
      const product = variants[0]?.product
      if (!product) continue
      readVariants(product)
        .then((read) =>
          setExpanded((all) => {
            const known = all.get(id)
            return known ? new Map(all).set(id, { ...known, variants: read }) : all
          })
        )
        .catch(notifyError)
    }
  })
  const { refreshes } = store
  useEffect(() => {
    if (refreshes > 0) reload()
  }, [refreshes])
  const version = store.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: products move when rows are read again
  useLayoutEffect(() => setExpanded((all) => moved(all, store)), [version, store])

  return {
    tree,
    isExpanded: useCallback((id: string) => expanded.has(id), [expanded]),
    toggle
  }
}

/** Returns a function that reads the variants of a product. Those from before a refresh are read again. */
function useReadVariants(store: RowStore) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useCallback(
    async (product: ProductRow): Promise<VariantRow[]> => {
      const { id, updatedAt } = product
      for (;;) {
        const { refreshes } = store
        const read = await queries.fetchQuery({
          queryKey: ['catalog', 'variants', id, updatedAt, refreshes],
          queryFn: ({ signal }) => purveyor.products.get(id, { signal })
        })
        if (store.refreshes === refreshes) return variantsOf(product, read)
      }
    },
    [store, purveyor, queries]
  )
}

/** Returns the expanded products where they are now. Those that are no longer in the list are left out. */
function moved(all: AllExpanded, store: RowStore): AllExpanded {
  const placed = [...all.values()].flatMap((one) => {
    const index = indexOf(store, one.id, one.index)
    return index === undefined ? [] : [{ ...one, index }]
  })
  const isSame = placed.length === all.size && placed.every(({ id, index }) => all.get(id)?.index === index)
  return isSame ? all : new Map(placed.map((one) => [one.id, one]))
}

/** Returns the rows of a product's variants. */
export function variantsOf(product: ProductRow, { variants }: Product): VariantRow[] {
  return variants.map((variant) => ({
    product,
    id: variant.id,
    sku: variant.sku,
    name: variant.name,
    vendorPrice: variant.vendorPrice,
    listPrice: variant.listPrice,
    price: variant.price,
    stockOnHand: variant.stockOnHand,
    stockAvailable: variant.stockAvailable,
    isActive: variant.isActive
  }))
}
