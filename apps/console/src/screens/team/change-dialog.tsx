import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Member, MemberPatch } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { teamTexts } from '../../texts/team.ts'
import { t } from '../../texts/texts.ts'
import { changesOf } from '../../ui/merge-changes.ts'
import { RoleSelect } from '../../ui/role-select.tsx'
import { SaveError } from '../../ui/save-error.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { teamKey, useTeamCalls } from './use-team.ts'

const fields = new Set(['/name', '/role'])

/** Changes the name and role of a member or an invitation. */
export function ChangeDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { me } = useSignedIn()
  const base = { name: member.name, role: member.role }
  const [values, setValues] = useState(base)
  const calls = useTeamCalls()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (patch: MemberPatch) => calls.update(member.id, patch),
    async onSuccess({ name }) {
      onClose()
      notifications.show({ message: teamTexts.changed(name), color: 'green' })
      await queries.invalidateQueries({ queryKey: teamKey })
    }
  })
  const faults = useFormFaults(save.error, (pointer) => fields.has(pointer))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const patch = changesOf(values, base)
    if (Object.keys(patch).length === 0) onClose()
    else save.mutate(patch)
  }
  return (
    <Modal opened onClose={onClose} title={teamTexts.changeTitle(member.name)}>
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          {faults.other !== undefined && <SaveError error={faults.other} />}
          <TextInput
            label={teamTexts.name}
            value={values.name}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
            error={faults.at('/name')}
            required
            maxLength={255}
            data-autofocus
          />
          <RoleSelect
            value={values.role}
            onChange={(role) => setValues({ ...values, role })}
            error={faults.at('/role')}
          />
          {member.id === me.user?.id && values.role !== base.role && (
            <Text role="status">{teamTexts.ownRoleWarning}</Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t.actions.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
