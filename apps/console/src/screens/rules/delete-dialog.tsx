import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ApprovalRule, NotFound } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { drafts } from '../../ui/drafts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { draftKey } from './editor/draft-key.ts'
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
      drafts.delete(draftKey(me, id))
      await queries.invalidateQueries({ queryKey: rulesKey })
      notifications.show({ message: t.rules.remove.done(name) })
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
    <Modal
      opened={rule !== undefined}
      onClose={close}
      title={rule && t.rules.remove.title(rule.name)}
      onExitTransitionEnd={() => {
        if (isDeleted.current) onGone?.()
        isDeleted.current = false
      }}
    >
      <Stack>
        <Text>{t.rules.remove.effect}</Text>
        {remove.error && <ErrorAlert error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t.actions.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => rule && remove.mutate(rule)}>
            {t.rules.remove.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
