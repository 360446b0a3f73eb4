import { Button, Skeleton, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { teamTexts } from '../../texts/team.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { InviteDialog } from '../../ui/team/invite-dialog.tsx'
import { LinkDialog, type ShownLink } from '../../ui/team/link-dialog.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { type MemberAction, MemberTable } from './member-table.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RoleList } from './role-list.tsx'
import { useInvite, useTeam } from './use-team.ts'

/** The members of the team, and open invitations. */
export default function TeamScreen() {
  const { data, error, refetch } = useTeam()
  const { side } = useSignedIn()
  const { title, intro } = side === 'platform' ? teamTexts.platform : teamTexts
  const [params, change] = useAddressState()
  const [action, setAction] = useState<MemberAction>()
  const [link, setLink] = useState<ShownLink>()
  const invite = useInvite()
  const close = () => setAction(undefined)
  const memberFor = (kind: MemberAction['kind']) => (action?.kind === kind ? action.member : undefined)
  const changed = memberFor('change')
  const inviteButton = (
    <Button
      leftSection={<IconUserPlus size={16} />}
      onClick={() => change({ invite: 'true' }, { push: true })}
    >
      {teamTexts.invite}
    </Button>
  )
  return (
    <Page title={title} intro={intro} actions={inviteButton}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <Stack gap="xl">
        {!data && !error && <Skeleton h={260} radius="md" />}
        {data && <MemberTable members={data} onAction={setAction} />}
        <RoleList />
      </Stack>
      {params.has('invite') && (
        <InviteDialog
          draftId="new"
          side={side}
          invite={invite}
          onClose={() => change({ invite: null })}
          onInvited={(shown) => {
            change({ invite: null })
            setLink(shown)
          }}
        />
      )}
      {changed && <ChangeDialog key={changed.id} member={changed} onClose={close} />}
      <ResetDialog
        member={memberFor('reset')}
        onClose={close}
        onReset={(shown) => {
          close()
          setLink(shown)
        }}
      />
      <RemoveDialog member={memberFor('remove')} onClose={close} />
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Page>
  )
}
