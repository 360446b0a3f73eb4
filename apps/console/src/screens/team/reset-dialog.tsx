import { Text } from '@mantine/core'
import type { Member } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { teamTexts } from '../../texts/team.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ShownLink } from '../../ui/team/link-dialog.tsx'
import { resetLink } from '../../ui/team/links.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { useTeamCalls } from './use-team.ts'

type Props = {
  /** Without a member, the dialog is closed. */
  member: Member | undefined
  onClose: () => void
  onReset: (link: ShownLink) => void
}

/** Creates a link with which a member sets a new password. */
export function ResetDialog({ member, onClose, onReset }: Props) {
  const { side } = useSignedIn()
  const calls = useTeamCalls()
  const reset = useMutation({
    mutationFn: ({ id }: Member) => calls.reset(id),
    onSuccess({ reset: { token, expiresAt } }, { name }) {
      onReset({ title: teamTexts.resetLinkTitle(name), url: resetLink(side, token), expiresAt })
    }
  })
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={() => {
        reset.reset()
        onClose()
      }}
      title={member && teamTexts.resetTitle(member.name)}
      submitText={teamTexts.resetSubmit}
      onSubmit={() => member && reset.mutate(member)}
      isSending={reset.isPending}
      error={reset.error}
    >
      <Text>{teamTexts.resetText}</Text>
    </ConfirmDialog>
  )
}
