import { Button, Group, Stack, Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { SaveError } from '../../../ui/save-error.tsx'
import { effectsOf, patchOf } from './product-body.ts'
import classes from './save-bar.module.css'
import type { ProductDraft } from './use-product-draft.ts'
import type { SaveProduct } from './use-save-product.ts'

type Props = { product: Product | undefined; draft: ProductDraft; save: SaveProduct; onDiscarded: () => void }

/** Saves or discards what was typed, and says which changes wait for approval. It stays in view. */
export function SaveBar({ product, draft, save, onDiscarded }: Props) {
  const { isDirty, conflicts, discard } = draft
  const texts = t.productScreen.save
  if (product && !isDirty && !save.error) return null
  return (
    <Stack className={classes.bar} gap="sm">
      {save.error !== undefined && <SaveError error={save.error} />}
      <Group gap="sm" wrap="nowrap" align="center" className={classes.row}>
        <Status product={product} draft={draft} hasFaults={save.faults.length > 0} />
        <Group gap="xs" wrap="nowrap" className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={conflicts.length > 0}>
            {product ? t.actions.save : texts.create}
          </Button>
          {isDirty && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => {
                save.reset()
                discard()
                onDiscarded()
              }}
            >
              {texts.discard}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  )
}

function Status({ product, draft, hasFaults }: Pick<Props, 'product' | 'draft'> & { hasFaults: boolean }) {
  const texts = t.productScreen.save
  return (
    <div role="status" className={classes.status}>
      {hasFaults && <Text c="var(--mantine-color-error)">{texts.invalid}</Text>}
      {!hasFaults && draft.isRestored && <Text c="dimmed">{texts.restored}</Text>}
      {product ? <Effects product={product} draft={draft} /> : <Text c="dimmed">{texts.createEffect}</Text>}
    </div>
  )
}

/** Says before saving which fields wait for approval and which apply at once. */
function Effects({ product, draft: { base, form } }: { product: Product; draft: ProductDraft }) {
  const texts = t.productScreen.save
  const { waiting, immediate } = effectsOf(patchOf(base, form).body)
  const names = (fields: string[]) => fields.map(fieldName)
  if (!isLive(product)) return <Text c="dimmed">{texts.all(names([...waiting, ...immediate]))}</Text>
  return (
    <>
      {waiting.length > 0 && <Text>{texts.waiting(names(waiting))}</Text>}
      {immediate.length > 0 && <Text c="dimmed">{texts.immediate(names(immediate))}</Text>}
    </>
  )
}
