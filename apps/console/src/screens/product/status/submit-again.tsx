import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Product } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useProductCache } from '../use-product.ts'

/** Submits a rejected product again. What was typed has to be saved first, or the operator would not see it. */
export function SubmitAgain({ product }: { product: Product }) {
  const { purveyor, me } = useSignedIn()
  const cache = useProductCache()
  const texts = productTexts.submit
  const { mutate, isPending } = useMutation({
    mutationFn: () => purveyor.products.submit(product),
    async onSuccess(changed) {
      await cache.store(changed)
      notifications.show({ message: texts.done(changed.name), color: 'green' })
    },
    async onError(error) {
      notifyError(error)
      await cache.refresh(product.id)
    }
  })
  function submit() {
    if (drafts.read(draftKey(me, 'product', product.id)) === undefined) mutate()
    else notifications.show({ message: texts.saveFirst, color: 'amber' })
  }
  return (
    <Group mt="sm" gap="sm">
      <Button size="xs" onClick={submit} loading={isPending}>
        {texts.action}
      </Button>
      <Text fz="sm" c="dimmed">
        {texts.hint}
      </Text>
    </Group>
  )
}
