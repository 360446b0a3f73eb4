import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformManagePeople, platformRead, platformWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { pagingQuery, readList } from '../../http/paging.ts'
import { idParams, line, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeVendor, createVendor, inviteVendorMember } from './change-vendor.ts'
import { findVendor, listVendors } from './queries.ts'
import { commissionFaults } from './rules.ts'
import { InvitedVendorMember, NewVendor, NewVendorMember, Vendor, VendorPage, VendorPatch } from './schema.ts'

/** `/platform/vendors`: the suppliers, as the operator takes them on and looks after them. */
export async function platformVendorRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.vendors] }
  const params = idParams('The vendor')

  api.get(
    '/platform/vendors',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listVendors',
        summary: 'List vendors',
        description: 'Newest first. `search` finds part of a name or slug, in either case.',
        querystring: pagingQuery({
          search: Type.Optional(line({ max: 255, examples: ['acme'] })),
          isActive: Type.Optional(Type.Boolean())
        }),
        response: { 200: ref(VendorPage) }
      }
    },
    async ({ query }, reply) => {
      const { search, isActive } = query
      const list = { name: 'vendors', binding: ['vendors', search, isActive], query }
      const text = await readList(secret, list, (page) =>
        listVendors(sql, { page, assetOrigin, search, isActive })
      )
      return sendJson<VendorPage>(reply, text)
    }
  )

  api.post(
    '/platform/vendors',
    {
      config: { access: platformWrite, rules: commissionFaults },
      schema: {
        ...tagged,
        operationId: 'createVendor',
        summary: 'Take on a vendor',
        description: 'Only the name is needed. The vendor is active; invite its first OWNER next.',
        body: ref(NewVendor),
        response: { 200: ref(Vendor) }
      }
    },
    (request, reply) => inTransaction(request, reply, (tx, caller) => createVendor(tx, caller, request.body))
  )

  api.get(
    '/platform/vendors/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getVendor',
        summary: 'Read a vendor',
        description: 'One vendor, and an ETag for conditional reads and writes.',
        params,
        response: { 200: ref(Vendor) }
      }
    },
    async (request, reply) => {
      const vendor = await findVendor(sql, { id: request.params.id, assetOrigin })
      return sendTagged(request, reply, orNotFound(vendor))
    }
  )

  api.patch(
    '/platform/vendors/:id',
    {
      config: { access: platformWrite, rules: commissionFaults },
      schema: {
        ...tagged,
        operationId: 'updateVendor',
        summary: 'Update a vendor',
        description:
          'Fields left out stay as they are, those of the address too. A new commission shows at once in the ' +
          'retail prices; orders keep theirs.',
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
      // The answer holds a secret, which is never kept.
      config: { access: platformManagePeople, idempotent: false },
      schema: {
        ...tagged,
        operationId: 'inviteVendorMember',
        summary: "Invite somebody to a vendor's team",
        description:
          'As OWNER unless a role is given. The token is shown this once, for whoever sends it on; inviting the ' +
          'address again makes the earlier token void.',
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
