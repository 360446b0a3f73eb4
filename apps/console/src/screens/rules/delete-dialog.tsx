import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ApprovalRule, NotFound } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { rulesKey } from './use-rules.ts'

type Props = {
  /** The rule to delete. Undefined closes the dialog. */
  rule: ApprovalRule | undefined
  onClose: () => void
  onDeleted?: () => void
  /** Called when the dialog has disappeared after a deletion. The focus is then nowhere. */
  onGone?: () => void
}

/** Asks before a rule is deleted. */
export function DeleteDialog({ rule, onClose, onDeleted, onGone }: Props) {
  const { purveyor, me } = useSignedIn()
  const queries = useQueryClient()
  const isDeleted = useRef(false)
  const remove = useMutation({
    mutationFn: ({ id }: ApprovalRule) =>
      purveyor.platform.approvalRules.delete(id).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { id, name }) {
      drafts.delete(draftKey(me, 'rule', id))
      await queries.invalidateQueries({ queryKey: rulesKey })
      notifications.show({ message: rulesTexts.remove.done(name) })
      isDeleted.current = true
      close()
      onDeleted?.()
    }
  })
  function close() {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={rule !== undefined}
      onClose={close}
      title={rule && rulesTexts.remove.title(rule.name)}
      onExitTransitionEnd={() => {
        if (isDeleted.current) onGone?.()
        isDeleted.current = false
      }}
      isDangerous
      submitText={rulesTexts.remove.submit}
      onSubmit={() => rule && remove.mutate(rule)}
      isSending={remove.isPending}
      error={remove.error}
    >
      <Text>{rulesTexts.remove.effect}</Text>
    </ConfirmDialog>
  )
}
