import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { useDraftWarning } from '../../../ui/use-draft-warning.ts'
import { forgetDocumentFiles } from './document-files.ts'
import { type Merged, mergeForm } from './merge-form.ts'
import { isSame, type ProductForm } from './product-form.ts'

/** What was typed, and the product as it was then. */
type Draft = { form: ProductForm; base: ProductForm }

/**
 * Returns the form of a product. What was typed is stored until it is saved or discarded, also when the page is left
 * or reloaded. `stored` is the product as it is now; changes that others have made appear in the form unless they
 * are of the same fields.
 */
export function useProductDraft(id: string, stored: ProductForm) {
  const key = draftKey(useSignedIn().me, 'product', id)
  const [draft, setDraft] = useState(() => drafts.read<Draft>(key))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const merged: Merged = draft ? mergeForm(draft, stored) : { form: stored, base: stored, conflicts: [] }
  const { form, base, conflicts } = merged
  const isDirty = draft !== undefined && !isSame(form, base)
  useDraftWarning(key, {
    isDirty,
    kept: t.productScreen.kept(form.name.trim() || t.productScreen.unnamed)
  })

  function store(next: Draft | undefined) {
    setDraft(next)
    if (next && !isSame(next.form, next.base)) drafts.write(key, next)
    else drafts.delete(key)
  }
  return {
    form,
    base,
    isDirty,
    isRestored: isRestored && isDirty,
    /** The fields that someone else has changed too, so that saving would undo that. */
    conflicts,
    change: (changes: Partial<ProductForm>) => store({ base, form: { ...form, ...changes } }),
    /** Forgets what was typed. */
    discard() {
      forgetDocumentFiles(form.documents)
      setRestored(false)
      store(undefined)
    },
    /** Ends a conflict: with the own values, or with those that are stored. */
    resolve: (prefer: 'mine' | 'stored') => store(mergeForm({ base, form }, stored, prefer))
  }
}

export type ProductDraft = ReturnType<typeof useProductDraft>
