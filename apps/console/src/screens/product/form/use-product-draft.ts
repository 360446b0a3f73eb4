import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useDraftWarning } from '../../../ui/use-draft-warning.ts'
import { forgetDocumentFiles } from './document-files.ts'
import { mergeForm } from './merge-form.ts'
import type { ProductForm } from './product-form.ts'

/**
 * Returns the form of a product. What was typed is stored until it is saved or discarded, also when the page is left
 * or reloaded. `stored` is the product as it is now; changes that others have made appear in the form unless they
 * are of the same fields.
 */
export function useProductDraft(id: string, stored: ProductForm) {
  const key = draftKey(useSignedIn().me, 'product', id)
  const { values: form, isChanged: isDirty, ...draft } = useDraft(key, stored, { merge: mergeForm })
  useDraftWarning(key, {
    isDirty,
    kept: productTexts.kept(form.name.trim() || productTexts.unnamed)
  })
  return {
    ...draft,
    form,
    isDirty,
    /** Forgets what was typed. */
    discard() {
      forgetDocumentFiles(form.documents)
      draft.reset()
    }
  }
}

export type ProductDraft = ReturnType<typeof useProductDraft>
