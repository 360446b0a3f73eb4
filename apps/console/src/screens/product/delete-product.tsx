import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Product } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { productTexts } from '../../texts/product.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { useProductCache } from './use-product.ts'

type Props = { product: Product; isOpen: boolean; onClose: () => void; onDeleted: () => void }

/** Asks before a product is deleted. */
export function DeleteProduct({ product, isOpen, onClose, onDeleted }: Props) {
  const { purveyor, me } = useSignedIn()
  const cache = useProductCache()
  const texts = productTexts.remove
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => purveyor.products.delete(product),
    async onSuccess() {
      drafts.delete(draftKey(me, 'product', product.id))
      notifications.show({ message: texts.done(product.name), color: 'green' })
      onDeleted()
      await cache.remove(product.id)
    },
    onError: () => cache.refresh(product.id)
  })
  return (
    <ConfirmDialog
      title={texts.title(product.name)}
      opened={isOpen}
      onClose={() => {
        reset()
        onClose()
      }}
      submitText={texts.submit}
      onSubmit={() => mutate()}
      isSending={isPending}
      error={error}
      isDangerous
    >
      <Text>{texts.effect}</Text>
    </ConfirmDialog>
  )
}
