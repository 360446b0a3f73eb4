import type { Member } from '@purveyor/client'
import { IconLink, IconLockOpen, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useSignedIn } from '../../session/session-context.tsx'
import { teamTexts } from '../../texts/team.ts'
import { t } from '../../texts/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { LastSignIn, Person, Status } from '../../ui/team/member-cells.tsx'
import { useMayManage } from './use-team.ts'

/** What a person wants to do with a member. */
export type MemberAction = { kind: 'change' | 'reset' | 'remove'; member: Member }

type Props = { members: readonly Member[]; onAction: (action: MemberAction) => void }

/** The members of a team, and what can be done with each. */
export function MemberTable({ members, onAction }: Props) {
  const { me } = useSignedIn()
  const mayManage = useMayManage()
  const actionsOf = (member: Member): RowAction[] => {
    if (!mayManage(member)) return []
    const isInvited = member.status === 'INVITED'
    const canReset = member.status === 'ACTIVE' && member.id !== me.user?.id
    const act = (kind: MemberAction['kind']) => () => onAction({ kind, member })
    return [
      { label: teamTexts.change, icon: IconPencil, onClick: act('change') },
      ...(canReset ? [{ label: teamTexts.reset, icon: IconLockOpen, onClick: act('reset') }] : []),
      isInvited
        ? { label: teamTexts.withdraw, icon: IconLink, isDangerous: true, onClick: act('remove') }
        : { label: teamTexts.remove, icon: IconUserMinus, isDangerous: true, onClick: act('remove') }
    ]
  }
  return (
    <DataTable
      label={teamTexts.title}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: teamTexts.name,
          cell: (member) => <Person member={member} isOwn={member.id === me.user?.id} />
        },
        { key: 'role', label: teamTexts.role, cell: ({ role }) => t.roles[role] },
        { key: 'status', label: teamTexts.status, cell: (member) => <Status member={member} /> },
        { key: 'lastSignIn', label: teamTexts.lastSignIn, cell: (member) => <LastSignIn member={member} /> }
      ]}
      actions={(member) => <RowMenu label={teamTexts.actions(member.name)} actions={actionsOf(member)} />}
    />
  )
}
