import { addUploads } from '../../assets/uploads.ts'
import { checkUpload, oneImageMs, writeWithFiles } from '../../assets/write-with-files.ts'
import type { Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { vendorRead, vendorWrite } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { type Answer, inTransaction } from '../../http/transaction.ts'
import { updateLogo } from './profile-queries.ts'
import { LogoForm, VendorProfile, VendorProfilePatch } from './profile-schema.ts'
import { lockVendor, updateVendor } from './queries.ts'
import { readProfile } from './read-profile.ts'
import { mergeVendor } from './update-vendor.ts'

/** `/vendor/me/profile` and `/vendor/me/logo` (specification 1, 4.7). */
export async function profileRoutes(api: Api, { quick, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.profile] }

  api.get(
    '/vendor/me/profile',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getProfile',
        summary: 'Read the profile',
        description: 'The vendor that the token belongs to, and an ETag for conditional reads and writes.',
        response: { 200: ref(VendorProfile) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, await readProfile(quick, request.vendorId, assetOrigin))
  )

  api.patch(
    '/vendor/me/profile',
    {
      config: { access: vendorWrite, alsoAnswers: [412] },
      schema: {
        ...tagged,
        operationId: 'updateProfile',
        summary: 'Update the profile',
        description:
          'Fields left out stay as they are, those of the address too. Products without a lead time of their own ' +
          'follow at once.',
        body: ref(VendorProfilePatch),
        response: { 200: ref(VendorProfile) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { vendorId, body } = request
        await lockWriters(tx, 'vendors')
        const stored = orNotFound(await lockVendor(tx, vendorId))
        await requireMatch(caller, () => readProfile(tx, vendorId, assetOrigin))
        await updateVendor(tx, vendorId, mergeVendor(stored, body))
        await recordChange(tx, caller, Object.keys(body))
        return { json: await readProfile(tx, vendorId, assetOrigin), tagged: true }
      })
  )

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    scope.post(
      '/vendor/me/logo',
      {
        config: { access: vendorWrite, alsoAnswers: [412], answerMs: oneImageMs },
        schema: {
          ...tagged,
          operationId: 'setLogo',
          summary: 'Set the logo',
          description:
            'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels. Replaces the one before.',
          body: LogoForm,
          response: { 200: ref(VendorProfile) }
        }
      },
      async (request, reply) => {
        const images = [await checkUpload(request)]
        return writeWithFiles(request, reply, { folder: 'images', images }, (tx, caller, [path = null]) =>
          setLogo(tx, caller, path)
        )
      }
    )
  })

  api.delete(
    '/vendor/me/logo',
    {
      config: { access: vendorWrite, alsoAnswers: [412] },
      schema: {
        ...tagged,
        operationId: 'deleteLogo',
        summary: 'Remove the logo',
        description: 'Answers the profile, where there was no logo too.',
        response: { 200: ref(VendorProfile) }
      }
    },
    (request, reply) => inTransaction(request, reply, (tx, caller) => setLogo(tx, caller, null))
  )
}

async function setLogo(tx: Tx, caller: Caller, path: string | null): Promise<Answer<VendorProfile>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const read = () => readProfile(tx, vendorId, assetOrigin)
  orNotFound(await lockVendor(tx, vendorId))
  await requireMatch(caller, read)
  if (await updateLogo(tx, vendorId, path)) await recordChange(tx, caller, ['logoUrl'])
  return { json: await read(), tagged: true }
}

async function recordChange(tx: Tx, caller: Caller, changedFields: string[]): Promise<void> {
  const { vendorId } = caller
  await recordEvent(tx, caller, {
    type: 'vendor.updated',
    vendorId,
    subject: { type: 'vendor', id: vendorId },
    changedFields
  })
}
