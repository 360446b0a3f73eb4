import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformManagePeople, platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeVendor, createVendor, inviteVendorMember } from './change-vendor.ts'
import { previewCommission } from './commission-queries.ts'
import { findVendor } from './queries.ts'
import { commissionFaults, newVendorFaults, vendorPatchFaults } from './rules.ts'
import {
  CommissionPreview,
  InvitedVendorMember,
  NewCommission,
  NewVendor,
  NewVendorMember,
  Vendor,
  VendorPatch
} from './schema.ts'

const tagged = { tags: [tags.vendors] }

/**
 * The routes of `/platform/vendors`, with which the operator manages vendors. The list is in the module `vendor-statistics`, because
 * it has figures of other modules.
 */
export async function platformVendorRoutes(api: Api, deps: Deps): Promise<void> {
  addCreate(api, deps)
  addReadAndChange(api, deps)
  addCommissionPreview(api, deps)
}

function addCreate(api: Api, { sql }: Deps): void {
  api.post(
    '/platform/vendors',
    {
      config: { access: platformWrite, rules: (body) => newVendorFaults(sql, body) },
      schema: {
        ...tagged,
        operationId: 'createVendor',
        summary: 'Create a vendor',
        description:
          'Creates an active vendor. Only the name is required, and the commission if the settings have no ' +
          '`defaultCommissionPercent`. As the next step, invite its first OWNER.',
        body: ref(NewVendor),
        response: { 200: ref(Vendor) }
      }
    },
    (request, reply) => inTransaction(request, reply, (tx, caller) => createVendor(tx, caller, request.body))
  )
}

function addReadAndChange(api: Api, { sql, assetOrigin }: Deps): void {
  const params = idParams('The vendor')

  api.get(
    '/platform/vendors/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getVendor',
        summary: 'Read a vendor',
        description: 'Returns a vendor, with an ETag for conditional requests.',
        params,
        response: { 200: ref(Vendor) }
      }
    },
    async (request, reply) => {
      const vendor = await findVendor(sql, { id: request.params.id, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(vendor))
    }
  )

  api.patch(
    '/platform/vendors/:id',
    {
      config: { access: platformWrite, rules: (body) => vendorPatchFaults(sql, body) },
      schema: {
        ...tagged,
        operationId: 'updateVendor',
        summary: 'Update a vendor',
        description:
          'Omitted fields stay unchanged, including those of the address. A new commission changes all retail prices ' +
          'of the vendor: immediately, or with `effectiveFrom` at a later time, within a minute after it. Preview ' +
          'it with POST /api/v1/platform/vendors/{id}/commission/preview. Existing orders are not affected.',
        params,
        body: ref(VendorPatch),
        response: { 200: ref(Vendor) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        changeVendor(tx, caller, { id: request.params.id, patch: request.body, find: findVendor })
      )
  )

  api.post(
    '/platform/vendors/:id/members',
    {
      // The response contains a secret, which must not be stored under an Idempotency-Key.
      config: { access: platformManagePeople, idempotent: false },
      schema: {
        ...tagged,
        operationId: 'inviteVendorMember',
        summary: "Invite a member to a vendor's team",
        description:
          'Invites a member, by default as OWNER, and returns an invitation token, which you have to send ' +
          'to the invited person. The token is shown only once. Inviting the same address again ' +
          'invalidates the earlier token.',
        params,
        body: ref(NewVendorMember),
        response: { 200: ref(InvitedVendorMember) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await inviteVendorMember(tx, caller, { vendorId: request.params.id, member: request.body })
      }))
    }
  )
}

function addCommissionPreview(api: Api, { sql }: Deps): void {
  api.post(
    '/platform/vendors/:id/commission/preview',
    {
      config: { access: platformRead, idempotent: false, rules: commissionFaults },
      schema: {
        ...tagged,
        operationId: 'previewCommission',
        summary: 'Preview a commission',
        description:
          'Returns how many retail prices of the vendor another commission would raise and lower, and the largest ' +
          'changes. Changes nothing. Counts the active variants of published products.',
        params: idParams('The vendor'),
        body: ref(NewCommission),
        response: { 200: ref(CommissionPreview) }
      }
    },
    async ({ params, body }, reply) => {
      const preview = await previewCommission(sql, { id: params.id, ...body })
      return sendJson<CommissionPreview>(reply, orNotFound(preview))
    }
  )
}
