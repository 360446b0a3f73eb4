import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { imageRoutes } from '../../http/image-routes.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeLogo, changeVendor } from './change-vendor.ts'
import { findProfile } from './queries.ts'
import { VendorProfile, VendorProfilePatch } from './schema.ts'

/** The routes of `/vendor/me/profile` and `/vendor/me/logo` (contract 4.7, 4.10). */
export async function profileRoutes(api: Api, { lookupPool, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.profile] }
  const write = { access: vendorWrite, extraErrorStatuses: [412] }

  api.get(
    '/vendor/me/profile',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getProfile',
        summary: 'Read your profile',
        description: 'Returns the vendor that the token belongs to, with an ETag for conditional requests.',
        response: { 200: ref(VendorProfile) }
      }
    },
    async (request, reply) => {
      const profile = await findProfile(lookupPool, { id: request.vendorId, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(profile))
    }
  )

  api.patch(
    '/vendor/me/profile',
    {
      config: write,
      schema: {
        ...tagged,
        operationId: 'updateProfile',
        summary: 'Update your profile',
        description:
          'Omitted fields stay unchanged, including those of the address. A new lead time ' +
          'applies immediately to products without their own lead time.',
        body: ref(VendorProfilePatch),
        response: { 200: ref(VendorProfile) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        changeVendor(tx, caller, { id: caller.vendorId, patch: request.body, find: findProfile })
      )
  )

  await imageRoutes(api, {
    url: '/vendor/me/logo',
    method: 'POST',
    config: write,
    schema: tagged,
    operation: 'Logo',
    image: 'the logo',
    deletion: 'Returns the profile, even if there was no logo.',
    answer: VendorProfile,
    change: (tx, caller, { path }) => changeLogo(tx, caller, path)
  })
}
