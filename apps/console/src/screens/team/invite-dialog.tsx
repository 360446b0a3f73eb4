import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { Conflict, type NewMember } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { draftKey } from '../../ui/drafts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RoleSelect } from '../../ui/role-select.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import type { ShownLink } from './link-dialog.tsx'
import { invitationLink } from './links.ts'
import { teamKey, useTeamCalls } from './use-team.ts'

type Props = { onClose: () => void; onInvited: (link: ShownLink) => void }

const empty: NewMember = { email: '', name: '', role: 'EDITOR' }
const fields = new Set(['/email', '/name', '/role'])

/** Invites someone. What was typed stays until it is sent or cancelled. */
export function InviteDialog({ onClose, onInvited }: Props) {
  const { me } = useSignedIn()
  const draft = useDraft(draftKey(me, 'invitation', 'new'), empty)
  const invite = useInvite((link) => {
    draft.reset()
    onInvited(link)
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
    <Modal opened onClose={onClose} title={t.team.inviteTitle} closeOnClickOutside={!invite.isPending}>
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          {faults.other !== undefined && !isTaken && <ErrorAlert error={faults.other} />}
          <TextInput
            label={t.team.email}
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={isTaken ? t.team.emailTaken : faults.at('/email')}
            required
            data-autofocus
          />
          <TextInput
            label={t.team.name}
            autoComplete="off"
            value={values.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={faults.at('/name')}
            required
            maxLength={255}
          />
          <RoleSelect value={values.role} onChange={(role) => change({ role })} error={faults.at('/role')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={invite.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t.team.inviteSubmit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useInvite(onInvited: (link: ShownLink) => void) {
  const { side } = useSignedIn()
  const calls = useTeamCalls()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (member: NewMember) => calls.invite(member),
    onSuccess({ name, invitation: { token, ...invitation } }) {
      onInvited({ title: t.team.linkTitle(name), url: invitationLink(side, token), ...invitation })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: teamKey })
  })
}
