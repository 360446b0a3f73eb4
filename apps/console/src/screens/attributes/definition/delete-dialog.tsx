import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Attribute, NotFound, PreconditionFailed } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { attributeKeys, useAttributeDefinitions } from '../../../ui/attributes/use-attribute-definitions.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { useMutation } from '../../../ui/use-mutation.ts'

const texts = attributeEditorTexts

type Props = {
  /** Without an attribute, the dialog is closed. */
  attribute: Attribute | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before an attribute is deleted. */
export function DeleteDialog({ attribute, onClose, onDeleted }: Props) {
  const { purveyor, me } = useSignedIn()
  const queries = useQueryClient()
  const { data } = useAttributeDefinitions()
  const categories = data?.find(({ id }) => id === attribute?.id)?.categoryIds.length ?? 0
  const remove = useMutation({
    mutationFn: (one: Attribute) =>
      purveyor.platform.attributes.delete(one).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { id, name }) {
      drafts.delete(draftKey(me, 'attribute', id))
      onClose()
      notifications.show({ message: texts.deleted(name), color: 'green' })
      onDeleted?.()
      await queries.invalidateQueries({ queryKey: attributeKeys.list })
    },
    onError: () => queries.invalidateQueries({ queryKey: attributeKeys.all })
  })
  const isChanged = remove.error instanceof PreconditionFailed
  return (
    <ConfirmDialog
      opened={attribute !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={attribute && texts.deleteTitle(attribute.name)}
      isDangerous
      submitText={texts.deleteSubmit}
      onSubmit={() => attribute && remove.mutate(attribute)}
      isSending={remove.isPending}
      error={isChanged ? undefined : remove.error}
    >
      <Text>{texts.deleteText(categories)}</Text>
      {isChanged && <Text role="alert">{texts.deleteChanged}</Text>}
    </ConfirmDialog>
  )
}
