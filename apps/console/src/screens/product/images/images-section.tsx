import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { imagesOf } from '../../../ui/products/image-order.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { AddImages } from './add-images.tsx'
import { StoredImages } from './stored-images.tsx'
import { UploadTiles } from './upload-tiles.tsx'
import { newProduct } from './uploads.ts'

/** The images of the product. They are changed at once, not with the form. */
export function ImagesSection() {
  const { product, isReadOnly } = useProductForm()
  const texts = productTexts.images
  const hint = !product ? texts.hintNew : isLive(product) ? texts.hintLive : texts.hint
  const id = product?.id ?? newProduct
  return (
    <Section title={fieldName('images')} {...(!isReadOnly && { hint })}>
      {product && <StoredImages product={product} />}
      <UploadTiles productId={id} />
      <FieldNotes field="images" />
      {!isReadOnly && <AddImages productId={id} stored={product ? imagesOf(product).length : 0} />}
    </Section>
  )
}
