import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Product } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useProductCache } from '../use-product.ts'

type Props = { product: Product; fields: string[]; isOpen: boolean; onClose: () => void }

/** Asks before all staged edits are withdrawn. */
export function WithdrawDialog({ product, fields, isOpen, onClose }: Props) {
  const { purveyor } = useSignedIn()
  const cache = useProductCache()
  const texts = productTexts.withdraw
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => purveyor.products.withdrawRevision(product),
    async onSuccess(changed) {
      close()
      await cache.store(changed)
      notifications.show({ message: texts.done, color: 'green' })
    },
    onError: () => cache.refresh(product.id)
  })
  function close() {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={texts.title}
      opened={isOpen}
      onClose={close}
      submitText={texts.submit}
      onSubmit={() => mutate()}
      isSending={isPending}
      error={error}
      isDangerous
    >
      <Text>{texts.effect(fields)}</Text>
    </ConfirmDialog>
  )
}
