import type { Api, Deps } from '../../deps.ts'
import { vendorManage, vendorManagePeople } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { tokenRoutes } from './token-routes.ts'

/** `/vendor/me/api-tokens`: what a vendor's own programs sign in by (specification 5). */
export async function apiTokenRoutes(api: Api, deps: Deps): Promise<void> {
  tokenRoutes(api, deps, {
    path: '/vendor/me/api-tokens',
    read: vendorManage,
    manage: vendorManagePeople,
    tag: tags.apiTokens,
    operations: { list: 'listApiTokens', create: 'createApiToken', delete: 'deleteApiToken' },
    teamOf: ({ vendorId }) => ({ vendorId })
  })
}
