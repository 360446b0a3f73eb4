import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../session/session-context.tsx'

/**
 * Returns the address from which the file of an image is shown. The file of a proposed image is private: it is read
 * with the session and shown from memory.
 */
export function useImageSource(
  productId: string,
  { id, url }: { id: string; url: string | null }
): { source?: string; hasFailed: boolean } {
  const { side, purveyor } = useSignedIn()
  const { data, isError } = useQuery({
    queryKey: ['pending-image', productId, id],
    queryFn: ({ signal }) => {
      const products = side === 'platform' ? purveyor.platform.products : purveyor.products
      return products.getPendingImage(productId, id, { signal })
    },
    enabled: url === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000
  })
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    setSource(address)
    return () => {
      setSource(undefined)
      URL.revokeObjectURL(address)
    }
  }, [data])
  const shown = url ?? source
  return { ...(shown !== undefined && { source: shown }), hasFailed: isError }
}
