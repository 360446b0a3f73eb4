import type { InvitedMember, Member, MembersResource, NewMember } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

export const teamKey = ['team']

/** Returns the calls for the team of this side. */
export function useTeamCalls(): MembersResource {
  const { side, purveyor } = useSignedIn()
  return side === 'platform' ? purveyor.platform.members : purveyor.members
}

export function useTeam() {
  const calls = useTeamCalls()
  return useQuery({
    queryKey: teamKey,
    queryFn: async ({ signal }) => (await calls.list({ signal })).members
  })
}

/** Returns a function that invites someone to the team, and reads the team again. */
export function useInvite(): (member: NewMember) => Promise<InvitedMember> {
  const calls = useTeamCalls()
  const queries = useQueryClient()
  return (member) => calls.invite(member).finally(() => queries.invalidateQueries({ queryKey: teamKey }))
}

/** Returns true for members that the person may change: only owners may change owners. */
export function useMayManage(): (member: Member) => boolean {
  const { me, canManage } = useSignedIn()
  return ({ role }) => canManage && (role !== 'OWNER' || me.role === 'OWNER')
}
