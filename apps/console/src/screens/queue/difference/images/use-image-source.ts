import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../../../../session/session-context.tsx'
import type { EntryImage } from './compare-images.ts'

/**
 * Returns the address from which the file of an image is shown. The file of a proposed image is private: it is read
 * with the session and shown from memory.
 */
export function useImageSource(
  productId: string,
  { id, url }: EntryImage
): { source?: string; hasFailed: boolean } {
  const { purveyor } = useSignedIn()
  const { data, isError } = useQuery({
    queryKey: ['pending-image', productId, id],
    queryFn: ({ signal }) => purveyor.platform.products.getPendingImage(productId, id, { signal }),
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
