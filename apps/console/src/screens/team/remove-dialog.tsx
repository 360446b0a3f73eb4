import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Member, NotFound } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { teamTexts } from '../../texts/team.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { teamKey, useTeamCalls } from './use-team.ts'

type Props = {
  /** Without a member, the dialog is closed. */
  member: Member | undefined
  onClose: () => void
}

/** Asks before a member is removed, or an invitation is withdrawn. */
export function RemoveDialog({ member, onClose }: Props) {
  const { me } = useSignedIn()
  const calls = useTeamCalls()
  const queries = useQueryClient()
  const isInvited = member?.status === 'INVITED'
  const remove = useMutation({
    mutationFn: ({ id }: Member) =>
      calls.remove(id).catch((error: unknown) => {
        // Someone else has removed the member.
        if (!(error instanceof NotFound)) throw error
      }),
    async onSuccess(_, { name, status }) {
      onClose()
      const message = status === 'INVITED' ? teamTexts.withdrawn(name) : teamTexts.removed(name)
      notifications.show({ message, color: 'green' })
      await queries.invalidateQueries({ queryKey: teamKey })
    }
  })
  const texts = isInvited
    ? { title: teamTexts.withdrawTitle, text: teamTexts.withdrawText, submit: teamTexts.withdrawSubmit }
    : { title: teamTexts.removeTitle, text: teamTexts.removeText, submit: teamTexts.removeSubmit }
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={member && texts.title(member.name)}
      isDangerous
      submitText={texts.submit}
      onSubmit={() => member && remove.mutate(member)}
      isSending={remove.isPending}
      error={remove.error}
    >
      <Text>{texts.text}</Text>
      {member?.id === me.user?.id && <Text fw={600}>{teamTexts.removeSelf}</Text>}
    </ConfirmDialog>
  )
}
