import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { NotFound, type ShippingMethod } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { methodsKey } from './use-shipping-methods.ts'

type Props = {
  /** Without a method, the dialog is closed. */
  method: ShippingMethod | undefined
  onClose: () => void
}

/** Asks before a shipping method is deleted. */
export function DeleteDialog({ method, onClose }: Props) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: ShippingMethod) =>
      purveyor.shippingMethods.delete(id).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { name }) {
      onClose()
      notifications.show({ message: shippingMethodsTexts.deleted(name), color: 'green' })
      await queries.invalidateQueries({ queryKey: methodsKey })
    }
  })
  return (
    <ConfirmDialog
      opened={method !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={method && shippingMethodsTexts.deleteTitle(method.name)}
      isDangerous
      submitText={shippingMethodsTexts.deleteSubmit}
      onSubmit={() => method && remove.mutate(method)}
      isSending={remove.isPending}
      error={remove.error}
    >
      <Text>{shippingMethodsTexts.deleteText}</Text>
    </ConfirmDialog>
  )
}
