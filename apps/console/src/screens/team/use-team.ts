import type { Member, MembersResource } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
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

/** Returns true for members that the person may change: only owners may change owners. */
export function useMayManage(): (member: Member) => boolean {
  const { me, canManage } = useSignedIn()
  return ({ role }) => canManage && (role !== 'OWNER' || me.role === 'OWNER')
}
