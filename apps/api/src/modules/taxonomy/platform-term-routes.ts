import { lockWriters } from '../../db/slugs.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformRead, platformWrite } from '../../http/access.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { deleteTerm, findTerm, insertTerm, listTerms, lockTerm, updateTerm } from './term-queries.ts'
import type { Term } from './terms.ts'

/** Create, read, update and delete one kind of term. */
export function platformTermRoutes(api: Api, { sql }: Deps, term: Term): void {
  const { table, path, noun, operations } = term
  const tagged = { tags: [tags.platformTaxonomy] }
  const params = idParams(`The ${noun}`)

  api.get(
    path,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: operations.list,
        summary: `List ${table}`,
        description: `All ${table} by name, with an ETag.`,
        response: { 200: ref(term.list) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await listTerms(sql, table, 'platform'))
  )

  api.post(
    path,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: operations.create,
        summary: `Create a ${noun}`,
        description: 'Without a slug it gets one from its name; a taken one gets -2, -3, …',
        body: ref(term.created),
        response: { 200: ref(term.one) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { name, slug } = request.body
        const id = newId()
        await lockWriters(tx, table)
        await insertTerm(tx, table, id, { name, slug: slug ?? slugOf(name, `${noun}-${id.slice(-8)}`) })
        await recordEvent(tx, caller, {
          type: `${noun}.created`,
          vendorId: null,
          subject: { type: noun, id },
          details: { name }
        })
        return { json: orNotFound(await findTerm(tx, table, id)), tagged: true }
      })
  )

  api.get(
    `${path}/:id`,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: operations.get,
        summary: `Read a ${noun}`,
        description: `One ${noun}, and an ETag for conditional reads and writes.`,
        params,
        response: { 200: ref(term.one) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, orNotFound(await findTerm(sql, table, request.params.id)))
  )

  api.patch(
    `${path}/:id`,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: operations.update,
        summary: `Update a ${noun}`,
        description: 'Fields left out stay as they are; the slug does not follow the name.',
        params,
        body: ref(term.patch),
        response: { 200: ref(term.one) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body, params } = request
        const read = async () => orNotFound(await findTerm(tx, table, params.id))
        await lockWriters(tx, table)
        const stored = orNotFound(await lockTerm(tx, table, params.id))
        await requireMatch(caller, read)
        await updateTerm(tx, table, params.id, { ...stored, ...body })
        await recordEvent(tx, caller, {
          type: `${noun}.updated`,
          vendorId: null,
          subject: { type: noun, id: params.id },
          changedFields: Object.keys(body)
        })
        return { json: await read(), tagged: true }
      })
  )

  api.delete(
    `${path}/:id`,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: operations.delete,
        summary: `Delete a ${noun}`,
        description: term.deletion,
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        const { name } = orNotFound(await lockTerm(tx, table, id))
        await requireMatch(caller, async () => orNotFound(await findTerm(tx, table, id)))
        await deleteTerm(tx, table, id)
        await recordEvent(tx, caller, {
          type: `${noun}.deleted`,
          vendorId: null,
          subject: { type: noun, id },
          details: { name }
        })
        return { json: deleted(id) }
      })
  )
}
