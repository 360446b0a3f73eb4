import { PreconditionFailed, type Product } from '@purveyor/client'
import { useEffect, useEffectEvent } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { imagesOf, metadataOf, type ShownImage, withAdded } from '../../../ui/products/image-order.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useProductCache } from '../use-product.ts'
import { onStored } from './uploads.ts'

/** A new set of images, and the ids of all images that the person has seen. */
type Change = { images: ShownImage[]; known: ReadonlySet<string> }

/**
 * Returns the images of a product, and changes their set. A change is sent at once, and shown before it has been
 * stored. Changes are sent one after the other.
 */
export function useImages(product: Product) {
  const { purveyor } = useSignedIn()
  const cache = useProductCache()
  const storeUploaded = useEffectEvent((changed: Product) => void cache.store(changed))
  useEffect(() => onStored((changed) => storeUploaded(changed)), [])
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: ({ images, known }: Change) => {
      const current = cache.read(product.id) ?? product
      const metadata = metadataOf(withAdded(images, known, imagesOf(current)))
      return purveyor.products.replaceImages(current, { metadata })
    },
    scope: { id: `images ${product.id}` },
    onSuccess: (changed) => cache.store(changed),
    onError: () => cache.refresh(product.id)
  })
  const pending = isPending ? variables : undefined
  const shown = pending?.images ?? imagesOf(product)
  return {
    images: shown,
    set(images: ShownImage[]) {
      mutate({ images, known: new Set([...(pending?.known ?? []), ...shown.map(({ id }) => id)]) })
    },
    isPending,
    /** True if someone else has changed the product, so that the change was not made. */
    isOutdated: error instanceof PreconditionFailed,
    error,
    reset
  }
}
