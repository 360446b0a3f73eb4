import type { Api, Deps } from '../../deps.ts'
import { platformManage, platformManagePeople } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { tokenRoutes } from './token-routes.ts'

/** `/platform/api-tokens`: what the operator's own programs sign in by, such as the storefront. */
export async function platformApiTokenRoutes(api: Api, deps: Deps): Promise<void> {
  tokenRoutes(api, deps, {
    path: '/platform/api-tokens',
    read: platformManage,
    manage: platformManagePeople,
    tag: tags.platformMembers,
    operations: {
      list: 'listPlatformApiTokens',
      create: 'createPlatformApiToken',
      delete: 'deletePlatformApiToken'
    },
    teamOf: () => ({ vendorId: null })
  })
}
