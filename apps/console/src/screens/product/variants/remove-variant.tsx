import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useProductForm } from '../form/form-context.ts'
import type { VariantRow } from '../form/product-form.ts'
import { useProductCache } from '../use-product.ts'

type Props = { row: VariantRow | undefined; onClose: () => void; onRemoved: () => void }

/** Asks before a stored variant is removed, which happens at once. */
export function RemoveVariant({ row, onClose, onRemoved }: Props) {
  const { product } = useProductForm()
  const { purveyor } = useSignedIn()
  const cache = useProductCache()
  const texts = productTexts.removeVariant
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => purveyor.products.deleteVariant(product ?? '', row?.id ?? ''),
    async onSuccess(changed) {
      await cache.store(changed)
      notifications.show({ message: texts.done(row?.sku ?? ''), color: 'green' })
      close()
      onRemoved()
    },
    onError: () => product && cache.refresh(product.id)
  })
  function close() {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={texts.title(row?.sku ?? '')}
      opened={row !== undefined}
      onClose={close}
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
