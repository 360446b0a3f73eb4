import { Paper, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { NotFound, PreconditionFailed, type ReasonTemplate } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { reasonsTexts } from '../../texts/reasons.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { templateKeys } from '../../ui/use-reason-templates.ts'
import classes from './reasons.module.css'
import type { Use } from './templates.ts'
import { useReason } from './use-reasons.ts'

type Props = {
  /** The reason to delete. Undefined closes the dialog. */
  template: ReasonTemplate | undefined
  use: Use | undefined
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a reason is deleted, and shows it as it is now. */
export function DeleteReason({ template, use, onClose, onDeleted }: Props) {
  const read = useReason(template?.id)
  const remove = useDelete(onClosed)
  function onClosed() {
    onClose()
    onDeleted()
  }
  function close() {
    remove.reset()
    onClose()
  }
  const isChanged = remove.error instanceof PreconditionFailed
  const error = remove.error ?? (read.error instanceof NotFound ? null : read.error)
  return (
    <ConfirmDialog
      opened={template !== undefined}
      onClose={close}
      title={template && reasonsTexts.deleteTitle(template.code)}
      isDangerous
      submitText={reasonsTexts.deleteSubmit}
      onSubmit={() => template && remove.mutate(read.data ?? template)}
      isSending={remove.isPending}
      isDisabled={read.isPending}
      error={isChanged ? undefined : error}
    >
      <Paper withBorder p="sm" bg="var(--raised)" className={classes.quoted}>
        {read.data ? <Text className={classes.text}>{read.data.text}</Text> : <Skeleton h={20} />}
      </Paper>
      <Text>
        {use && use.count > 0 && !use.isLimit && `${reasonsTexts.deleteUsed(use.count)} `}
        {reasonsTexts.deleteText}
      </Text>
      {isChanged && <Text role="alert">{reasonsTexts.deleteChanged}</Text>}
    </ConfirmDialog>
  )
}

function useDelete(onDone: () => void) {
  const { purveyor, me } = useSignedIn()
  const queries = useQueryClient()
  const [, change] = useAddressState()
  return useMutation({
    mutationFn: (template: ReasonTemplate) =>
      purveyor.platform.reasonTemplates.delete(template).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { id, code }) {
      drafts.delete(draftKey(me, 'reason', id))
      change({ edit: null })
      notifications.show({ message: reasonsTexts.deleteDone(code), color: 'green' })
      await queries.invalidateQueries({ queryKey: templateKeys.list })
      onDone()
    },
    onError(error, { id }) {
      if (error instanceof PreconditionFailed)
        void queries.invalidateQueries({ queryKey: templateKeys.one(id) })
    }
  })
}
