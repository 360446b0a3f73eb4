import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  NotFound,
  type PlatformCategory,
  type PlatformCategoryNode,
  PreconditionFailed
} from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useCategory, useReadAgain } from '../use-category-tree.ts'

const texts = taxonomyTexts

type Props = {
  node: PlatformCategoryNode | undefined
  onClose: () => void
  onMerge: (node: PlatformCategoryNode) => void
  onDeleted: (node: PlatformCategoryNode) => void
}

/** Asks before a category is deleted. One that is used can be merged instead. */
export function DeleteCategory({ node, onClose, onMerge, onDeleted }: Props) {
  const { purveyor } = useSignedIn()
  const readAgain = useReadAgain()
  const { data } = useCategory(node?.id)
  const own = node?.productCount ?? 0
  const children = node?.children.length ?? 0
  const isUsed = own + children > 0
  const remove = useMutation({
    mutationFn: (category: PlatformCategory) =>
      purveyor.platform.categories.delete(category).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { name }) {
      notifications.show({ message: texts.deleted(name), color: 'green' })
      onClose()
      if (node) onDeleted(node)
      await readAgain()
    },
    onError: () => readAgain()
  })
  function close() {
    remove.reset()
    onClose()
  }
  const isChanged = remove.error instanceof PreconditionFailed
  return (
    <ConfirmDialog
      opened={node !== undefined}
      onClose={close}
      title={node && texts.deleteTitle(node.name)}
      isDangerous={!isUsed}
      submitText={isUsed ? texts.merge : texts.deleteSubmit}
      onSubmit={() => {
        if (!node) return
        if (!isUsed) return data && remove.mutate(data)
        close()
        onMerge(node)
      }}
      isSending={remove.isPending}
      isDisabled={!isUsed && !data}
      error={isChanged ? undefined : remove.error}
    >
      <Text>{isUsed ? texts.deleteUsed(own, children) : texts.deleteCategoryText}</Text>
      {isChanged && <Text role="alert">{texts.deleteChanged}</Text>}
    </ConfirmDialog>
  )
}
