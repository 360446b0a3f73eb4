import { Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { productTexts } from '../../../texts/product.ts'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { SaveBar as FormSaveBar } from '../../../ui/save-bar.tsx'
import { effectsOf, patchOf } from './product-body.ts'
import type { ProductDraft } from './use-product-draft.ts'
import type { SaveProduct } from './use-save-product.ts'

type Props = { product: Product | undefined; draft: ProductDraft; save: SaveProduct; onDiscarded: () => void }

/** Saves or discards what was typed, and says which changes wait for approval. */
export function SaveBar({ product, draft, save, onDiscarded }: Props) {
  const { isDirty, conflicts } = draft
  const texts = productTexts.save
  if (product && !isDirty && !save.error) return null
  function discard() {
    save.reset()
    draft.discard()
    onDiscarded()
  }
  return (
    <FormSaveBar
      isSaving={save.isPending}
      submitText={product ? t.actions.save : texts.create}
      isBlocked={conflicts.length > 0}
      onDiscard={isDirty ? discard : undefined}
      status={<Status product={product} draft={draft} hasFaults={save.faults.length > 0} />}
      error={save.error}
    />
  )
}

function Status({ product, draft, hasFaults }: Pick<Props, 'product' | 'draft'> & { hasFaults: boolean }) {
  const texts = productTexts.save
  return (
    <>
      {hasFaults && (
        <Text inherit c="var(--mantine-color-error)">
          {texts.invalid}
        </Text>
      )}
      {!hasFaults && draft.isRestored && <Text inherit>{texts.restored}</Text>}
      {product ? <Effects product={product} draft={draft} /> : <Text inherit>{texts.createEffect}</Text>}
    </>
  )
}

/** Says before saving which fields wait for approval and which apply at once. */
function Effects({ product, draft: { base, form } }: { product: Product; draft: ProductDraft }) {
  const texts = productTexts.save
  const { waiting, immediate } = effectsOf(patchOf(base, form).body)
  const names = (fields: string[]) => fields.map(fieldName)
  if (!isLive(product)) return <Text inherit>{texts.all(names([...waiting, ...immediate]))}</Text>
  return (
    <>
      {waiting.length > 0 && (
        <Text inherit c="var(--mantine-color-text)">
          {texts.waiting(names(waiting))}
        </Text>
      )}
      {immediate.length > 0 && <Text inherit>{texts.immediate(names(immediate))}</Text>}
    </>
  )
}
