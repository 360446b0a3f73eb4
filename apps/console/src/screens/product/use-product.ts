import type { Product } from '@purveyor/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SignedIn, useSignedIn } from '../../session/session-context.tsx'

const productKey = (id: string) => ['product', id]

/** Returns the query that reads a product of the vendor. */
export function productQuery({ purveyor }: Pick<SignedIn, 'purveyor'>, id: string) {
  return queryOptions({
    queryKey: productKey(id),
    queryFn: ({ signal }) => purveyor.products.get(id, { signal })
  })
}

/** Reads a product of the vendor. */
export function useProduct(id: string) {
  return useQuery(productQuery(useSignedIn(), id))
}

/** Returns functions that store a product which a request has returned, and that read it again. */
export function useProductCache() {
  const queries = useQueryClient()
  return {
    read: (id: string) => queries.getQueryData<Product>(productKey(id)),
    /** Lists and the history are read again when they are shown. */
    async store(product: Product) {
      queries.setQueryData(productKey(product.id), product)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['products'] }),
        queries.invalidateQueries({ queryKey: ['product-history', product.id] })
      ])
    },
    refresh: (id: string) => queries.invalidateQueries({ queryKey: productKey(id) }),
    async remove(id: string) {
      queries.removeQueries({ queryKey: productKey(id) })
      await queries.invalidateQueries({ queryKey: ['products'] })
    }
  }
}
