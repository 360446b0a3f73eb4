import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { Conflict, type InvitedMember, type NewMember, type Role } from '@purveyor/client'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import type { Side } from '../../session/side.ts'
import { teamTexts } from '../../texts/team.ts'
import { t } from '../../texts/texts.ts'
import { draftKey } from '../drafts.ts'
import { ErrorAlert } from '../error-alert.tsx'
import { RoleSelect } from '../role-select.tsx'
import { useDraft } from '../use-draft.ts'
import { useFormFaults } from '../use-form-faults.ts'
import { useMutation } from '../use-mutation.ts'
import type { ShownLink } from './link-dialog.tsx'
import { invitationLink } from './links.ts'

type Props = {
  /** Identifies what was typed: a person can invite to several teams. */
  draftId: string
  /** The side of the team. */
  side: Side
  /** The role that is chosen at first. */
  role?: Role
  /** The role with the most rights that can be chosen. By default, the person's own. */
  mostRole?: Role
  invite: (member: NewMember) => Promise<Pick<InvitedMember, 'name' | 'invitation'>>
  onClose: () => void
  onInvited: (link: ShownLink) => void
}

const fields = new Set(['/email', '/name', '/role'])

/** Invites someone to a team. What was typed stays until it is sent or cancelled. */
export function InviteDialog({
  draftId,
  side,
  role = 'EDITOR',
  mostRole,
  onClose,
  onInvited,
  ...props
}: Props) {
  const { me } = useSignedIn()
  const draft = useDraft<NewMember>(draftKey(me, 'invitation', draftId), { email: '', name: '', role })
  const invite = useMutation({
    mutationFn: (member: NewMember) => props.invite(member),
    onSuccess({ name, invitation: { token, ...invitation } }) {
      draft.reset()
      onInvited({ title: teamTexts.linkTitle(name), url: invitationLink(side, token), ...invitation })
    }
  })
  const isTaken = invite.error instanceof Conflict && invite.error.code === 'EMAIL_TAKEN'
  const faults = useFormFaults(invite.error, (pointer) => fields.has(pointer))
  const { values, change } = draft
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    invite.mutate({ ...values, email: values.email.trim() })
  }
  function cancel() {
    draft.reset()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={teamTexts.inviteTitle} closeOnClickOutside={!invite.isPending}>
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          {faults.other !== undefined && !isTaken && <ErrorAlert error={faults.other} />}
          <TextInput
            label={teamTexts.email}
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={isTaken ? teamTexts.emailTaken : faults.at('/email')}
            required
            data-autofocus
          />
          <TextInput
            label={teamTexts.name}
            autoComplete="off"
            value={values.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={faults.at('/name')}
            required
            maxLength={255}
          />
          <RoleSelect
            value={values.role}
            {...(mostRole && { most: mostRole })}
            onChange={(chosen) => change({ role: chosen })}
            error={faults.at('/role')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={invite.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {teamTexts.inviteSubmit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
