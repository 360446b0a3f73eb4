import { Type } from 'typebox'
import type { Handle } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformManagePeople, platformRead, platformWrite } from '../../http/access.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { tags } from '../../http/openapi.ts'
import { pageText, pagingQuery, readPage } from '../../http/paging.ts'
import { idParams, line, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { createInvitation } from '../auth/create-invitation.ts'
import * as queries from './queries.ts'
import { commissionFaults } from './rules.ts'
import { InvitedVendorMember, NewVendor, NewVendorMember, Vendor, VendorPage, VendorPatch } from './schema.ts'
import { mergeVendor } from './update-vendor.ts'
import { vendorShape } from './vendor-shape.ts'

/** `/platform/vendors`: the suppliers, as the operator takes them on and looks after them. */
export async function platformVendorRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.vendors] }
  const params = idParams('The vendor')

  const text = (row: queries.VendorRow): JsonText<Vendor> => JSON.stringify(vendorShape(row, assetOrigin))
  const read = async (handle: Handle, id: string) => text(orNotFound(await queries.findVendor(handle, id)))

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
    async (request, reply) => {
      const { search, isActive } = request.query
      const cursors = cursorsFor(secret, ['vendors', search, isActive])
      const page = readPage(request.query, cursors)
      const { total, rows } = await queries.listVendors(sql, { page, search, isActive })
      const listed = rows.map((row) => ({ json: text(row), key: [row.id] }))
      return sendJson<VendorPage>(
        reply,
        pageText('vendors', listed, { page, cursors, estimatedTotalCount: total })
      )
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
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body } = request
        const id = newId()
        await lockWriters(tx, 'vendors')
        await queries.insertVendor(tx, id, {
          name: body.name,
          slug: body.slug ?? slugOf(body.name, `vendor-${id.slice(-8)}`),
          email: body.email ?? null,
          phone: body.phone ?? null,
          website: body.website ?? null,
          description: body.description ?? null,
          leadTime: body.leadTime ?? null,
          commissionPercent: body.commissionPercent ?? null,
          address: body.address ?? {}
        })
        await recordEvent(tx, caller, {
          type: 'vendor.created',
          vendorId: id,
          subject: { type: 'vendor', id }
        })
        return { json: await read(tx, id), tagged: true }
      })
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
    async (request, reply) => sendTagged(request, reply, await read(sql, request.params.id))
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
      inTransaction(request, reply, async (tx, caller) => {
        const { body, params } = request
        await lockWriters(tx, 'vendors')
        const stored = orNotFound(await queries.lockVendor(tx, params.id))
        await requireMatch(caller, async () => text(stored))
        await queries.updateVendor(tx, params.id, mergeVendor(stored, body))
        await recordEvent(tx, caller, {
          type: 'vendor.updated',
          vendorId: params.id,
          subject: { type: 'vendor', id: params.id },
          changedFields: Object.keys(body)
        })
        return { json: await read(tx, params.id), tagged: true }
      })
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
      return inTransaction(request, reply, async (tx, caller) => {
        const { email, name } = request.body
        const role = request.body.role ?? 'OWNER'
        const { id: vendorId } = orNotFound(await queries.findVendor(tx, request.params.id))
        const { id, ...invitation } = await createInvitation(tx, { email, name, role, vendorId })
        await recordEvent(tx, caller, {
          type: 'member.invited',
          vendorId,
          subject: { type: 'member', id },
          details: { role }
        })
        const json: JsonText<InvitedVendorMember> = JSON.stringify({
          vendorId,
          email,
          name,
          role,
          invitation
        })
        return { json }
      })
    }
  )
}
