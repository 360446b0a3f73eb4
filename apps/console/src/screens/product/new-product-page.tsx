import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { productTexts } from '../../texts/product.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { emptyForm } from './form/product-form.ts'
import { newProduct, useUploads } from './images/uploads.ts'
import { ProductEditor } from './product-editor.tsx'

/** The page of a new product. */
export function NewProductPage() {
  const { canWrite } = useSignedIn()
  const [, navigate] = useLocation()
  const [stored] = useState(emptyForm)
  const uploads = useUploads(newProduct)
  const isShown = useIsShown()
  if (!canWrite) return <Redirect to="/products" replace />
  return (
    <Page title={productTexts.newTitle} intro={<BackLink href="/products">{productTexts.all}</BackLink>}>
      <ProductEditor
        stored={stored}
        onDiscarded={uploads.removeAll}
        onCreated={(product) => {
          uploads.assignTo(product.id)
          if (isShown.current) navigate(`/products/${product.id}`, { replace: true })
        }}
      />
    </Page>
  )
}
