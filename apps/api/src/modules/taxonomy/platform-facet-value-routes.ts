import { lockWriters } from '../../db/slugs.ts'
import type { Api, Deps } from '../../deps.ts'
import { notFound, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformRead, platformWrite } from '../../http/access.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import * as queries from './facet-value-queries.ts'
import { FacetValuePatch, NewFacetValue } from './input-schema.ts'
import { PlatformFacetValue, PlatformFacetValueList } from './schema.ts'

/** The values of a facet: `/platform/facets/:id/values`, and each by its own id at `/platform/facet-values/:id`. */
export function platformFacetValueRoutes(api: Api, { sql }: Deps): void {
  const tagged = { tags: [tags.platformTaxonomy] }
  const facetParams = idParams('The facet')
  const params = idParams('The facet value')

  api.get(
    '/platform/facets/:id/values',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listFacetValues',
        summary: 'List the values of a facet',
        description: 'All values by position and then name, with an ETag.',
        params: facetParams,
        response: { 200: ref(PlatformFacetValueList) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, orNotFound(await queries.listFacetValues(sql, request.params.id)))
  )

  api.post(
    '/platform/facets/:id/values',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'createFacetValue',
        summary: 'Add a value to a facet',
        description: 'Slugs are unique within the facet: one that it has already gets -2, -3, …',
        params: facetParams,
        body: ref(NewFacetValue),
        response: { 200: ref(PlatformFacetValue) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { name, slug, position } = request.body
        const facetId = request.params.id
        const id = newId()
        await lockWriters(tx, 'facet_values')
        const inserted = await queries.insertFacetValue(tx, id, {
          facetId,
          name,
          slug: slug ?? slugOf(name, `value-${id.slice(-8)}`),
          position: position ?? 0
        })
        if (!inserted) throw notFound()
        await recordEvent(tx, caller, {
          type: 'facet_value.created',
          vendorId: null,
          subject: { type: 'facet_value', id },
          details: { name, facetId }
        })
        return { json: orNotFound(await queries.findFacetValue(tx, id)), tagged: true }
      })
  )

  api.get(
    '/platform/facet-values/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getFacetValue',
        summary: 'Read a facet value',
        description: 'One value of a facet, and an ETag for conditional reads and writes.',
        params,
        response: { 200: ref(PlatformFacetValue) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, orNotFound(await queries.findFacetValue(sql, request.params.id)))
  )

  api.patch(
    '/platform/facet-values/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'updateFacetValue',
        summary: 'Update a facet value',
        description: 'Fields left out stay as they are; a value stays in its facet.',
        params,
        body: ref(FacetValuePatch),
        response: { 200: ref(PlatformFacetValue) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body, params } = request
        const read = async () => orNotFound(await queries.findFacetValue(tx, params.id))
        await lockWriters(tx, 'facet_values')
        const stored = orNotFound(await queries.lockFacetValue(tx, params.id))
        await requireMatch(caller, read)
        await queries.updateFacetValue(tx, params.id, {
          facetId: stored.facetId,
          name: body.name ?? stored.name,
          slug: body.slug ?? stored.slug,
          position: body.position === undefined ? stored.position : (body.position ?? 0)
        })
        await recordEvent(tx, caller, {
          type: 'facet_value.updated',
          vendorId: null,
          subject: { type: 'facet_value', id: params.id },
          changedFields: Object.keys(body)
        })
        return { json: await read(), tagged: true }
      })
  )

  api.delete(
    '/platform/facet-values/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteFacetValue',
        summary: 'Delete a facet value',
        description: 'Products lose the value.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        const { name, facetId } = orNotFound(await queries.lockFacetValue(tx, id))
        await requireMatch(caller, async () => orNotFound(await queries.findFacetValue(tx, id)))
        await queries.deleteFacetValue(tx, id)
        await recordEvent(tx, caller, {
          type: 'facet_value.deleted',
          vendorId: null,
          subject: { type: 'facet_value', id },
          details: { name, facetId }
        })
        return { json: deleted(id) }
      })
  )
}
