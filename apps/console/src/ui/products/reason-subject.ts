import type { ModerationReason, Product } from '@purveyor/client'
import { productTexts } from '../../texts/product.ts'
import { fieldName } from '../field-name.ts'
import { imagesOf } from './image-order.ts'
import { pathOf } from './reasons.ts'

/** Returns the name of what a reason is about: a field, a variant or an image. Empty for the whole product. */
export function reasonSubject(reason: ModerationReason, product: Product): string {
  const texts = productTexts.reasons
  const [field, index, column] = pathOf(reason)
  if (field === undefined && reason.imageId === null) return ''
  if (field === undefined || field === 'images') {
    const position = imagesOf(product).findIndex(({ id }) => id === reason.imageId)
    const at = position >= 0 ? position : Number(index)
    return index === undefined && position < 0 ? fieldName('images') : productTexts.images.image(at + 1)
  }
  if (field === 'variants' && index !== undefined) {
    const sku = product.variants[Number(index)]?.sku ?? index
    return column === undefined ? texts.variant(sku) : texts.ofVariant(fieldName(column), sku)
  }
  return fieldName(field)
}
