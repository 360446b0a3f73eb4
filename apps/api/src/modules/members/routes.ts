import type { Api, Deps } from '../../deps.ts'
import { vendorManage, vendorManagePeople } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { teamRoutes } from './team-routes.ts'

/** `/vendor/me/members`: a vendor's own team (specification 5). */
export async function memberRoutes(api: Api, deps: Deps): Promise<void> {
  teamRoutes(api, deps, {
    path: '/vendor/me/members',
    read: vendorManage,
    manage: vendorManagePeople,
    tag: tags.members,
    operations: {
      list: 'listMembers',
      invite: 'inviteMember',
      update: 'updateMember',
      remove: 'removeMember',
      reset: 'resetMember'
    },
    teamOf: ({ vendorId }) => ({ vendorId })
  })
}
