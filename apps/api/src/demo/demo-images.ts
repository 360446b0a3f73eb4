import { newId } from '../lib/ids.ts'
import type { PendingImage } from '../modules/products/images/image-queries.ts'
import type { StagedImage } from '../modules/products/write/revision-queries.ts'
import type { DemoImage } from './catalog-queries.ts'
import { variantSku } from './demo-body.ts'
import type { DemoPicture, DemoProduct } from './demo-product.ts'
import type { DrawnPicture } from './pictures/draw-pictures.ts'

export type DemoImages = {
  live: DemoImage[]
  /** The set that the product's staged or rejected edit proposes, new ones behind the live ones. */
  proposed: StagedImage[]
  pending: PendingImage[]
}

type Sources = {
  variants: { id: string; sku: string; productId: string }[]
  drawn: Map<DemoPicture, DrawnPicture>
}

/** The images of a product, the first one being primary. */
export function demoImages(
  { product, id, vendorId }: { product: DemoProduct; id: string; vendorId: string },
  { variants, drawn }: Sources
): DemoImages {
  const own = variants.filter(({ productId }) => productId === id)
  const fileOf = (picture: DemoPicture) => {
    const file = drawn.get(picture)
    if (!file) throw new Error(`${product.sku}: a picture was not drawn`)
    return file
  }
  const describe = (picture: DemoPicture, sortOrder: number) => ({
    id: newId(),
    variantId: own.find(({ sku }) => sku === variantSku(product, picture.variant ?? ''))?.id ?? null,
    alt: altOf(product, picture),
    sortOrder,
    isPrimary: sortOrder === 0
  })
  const live = product.pictures.map((picture, n) => ({ ...describe(picture, n), picture }))
  const added = (product.revision?.pictures ?? []).map((picture, n) => ({
    ...describe(picture, live.length + n),
    picture
  }))
  const proposed = (isNew: boolean) => {
    return ({ picture: _, ...image }: (typeof live)[number]): StagedImage => ({ ...image, isNew })
  }
  return {
    live: live.map(({ picture, ...image }) => ({
      ...image,
      productId: id,
      vendorId,
      path: fileOf(picture).path
    })),
    proposed: [...live.map(proposed(false)), ...added.map(proposed(true))],
    pending: added.map(({ picture, ...image }) => {
      const { path, dataUri } = fileOf(picture)
      return { id: image.id, path, preview: dataUri }
    })
  }
}

function altOf(product: DemoProduct, { variant, crop }: DemoPicture): string {
  const shown = product.variants.find(([suffix]) => suffix === variant)?.[1]
  if (shown) return `${product.name}, ${shown}`
  return crop ? `${product.name}, detail` : product.name
}
