import { useDifference } from '../difference-context.tsx'
import { useProduct } from '../values/use-product.ts'
import type { ComparedImage } from './compare-images.ts'

/** Returns the names of variants by id. The product is read only if an image belongs to a variant. */
export function useVariantNames(images: ComparedImage[]): Map<string, string> {
  const { entry } = useDifference()
  const isNeeded = images.some(({ image }) => image.variantId !== null)
  const { data: product } = useProduct(entry.product.id, entry.version, isNeeded)
  return new Map(product?.variants.map(({ id, name }) => [id, name]))
}
