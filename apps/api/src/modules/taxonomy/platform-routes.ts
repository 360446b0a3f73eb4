import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { imageRoutes } from '../../http/image-routes.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeCategoryImage, createTerm, deleteTerm, updateTerm } from './change-terms.ts'
import { type MergedTerm, mergeTerm } from './merge-terms.ts'
import { findTerm } from './queries.ts'
import { Merge, type NewTerm, PlatformCategory, type TermPatch } from './schema.ts'
import { categoryTerm, facetValueTerm, plainTerms, type Term } from './terms.ts'

const ListQuery = Type.Object(
  {
    counts: Type.Optional(
      Type.Boolean({
        description:
          'True adds the numbers of products. They are counted for each request, which takes some seconds with ' +
          'millions of products.'
      })
    )
  },
  { additionalProperties: false }
)

const tagged = { tags: [tags.platformTaxonomy] }

/**
 * `/platform/categories`, `/platform/collections`, `/platform/tags` and `/platform/facets`: the terms that
 * products are assigned to, as the operator sees them.
 */
export async function platformTaxonomyRoutes(api: Api, deps: Deps): Promise<void> {
  addTermRoutes(api, deps, categoryTerm)
  await imageRoutes(api, {
    url: '/platform/categories/:id/image',
    method: 'PUT',
    config: { access: platformWrite },
    schema: { tags: [tags.platformTaxonomy], params: idParams('The category') },
    operation: 'CategoryImage',
    image: "a category's image",
    deletion: 'Returns the category, even if it had no image.',
    answer: PlatformCategory,
    change: (tx, caller, { id, path }) => changeCategoryImage(tx, caller, { term: categoryTerm, id, path })
  })
  for (const term of [...plainTerms, facetValueTerm]) addTermRoutes(api, deps, term)
}

/** Adds the routes that list, create, read, update and delete the terms of one kind, such as tags. */
function addTermRoutes(api: Api, deps: Deps, term: Term): void {
  addListAndCreate(api, deps, term)
  addReadAndChange(api, deps, term)
  if (term.table !== 'facets') addMerge(api, term as MergedTerm)
}

function addListAndCreate(api: Api, { sql, assetOrigin }: Deps, term: Term): void {
  const { table, listPath, operation, text } = term
  const listSchema = listPath.includes(':id') ? { ...tagged, params: idParams('The facet') } : tagged
  const facetIdOf = (params: unknown) => (params as { id?: string }).id ?? null

  api.get(
    listPath,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...listSchema,
        operationId: term.listOperation,
        summary: `List ${table}`,
        description: `Returns all ${table}, sorted by name, with an ETag.`,
        ...text.list,
        querystring: ListQuery,
        response: { 200: ref(term.list) }
      }
    },
    async (request, reply) => {
      const { counts = false } = request.query
      const view = { audience: 'platform', assetOrigin, hasCounts: counts } as const
      const list = await term.readList(sql, { id: facetIdOf(request.params) ?? '', view })
      return sendWithEtag(request, reply, orNotFound(list))
    }
  )

  api.post(
    listPath,
    {
      config: { access: platformWrite },
      schema: {
        ...listSchema,
        operationId: `create${operation}`,
        summary: `Create a ${nounOf(term)}`,
        description:
          'The default slug is generated from the name. If a slug is already used, a suffix such as -2 is added.',
        ...text.create,
        body: ref(term.created),
        response: { 200: ref(term.single) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = request.body as NewTerm
        return {
          json: await createTerm(tx, caller, { term, facetId: facetIdOf(request.params), input }),
          tagged: true
        }
      })
  )
}

function addReadAndChange(api: Api, { sql, assetOrigin }: Deps, term: Term): void {
  const { table, path, operation, text } = term
  const noun = nounOf(term)
  const params = idParams(`The ${noun}`)

  api.get(
    path,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: `get${operation}`,
        summary: `Read a ${noun}`,
        description: `Returns one ${noun}. Use its ETag for conditional reads and writes.`,
        ...text.get,
        params,
        response: { 200: ref(term.single) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      return sendWithEtag(request, reply, orNotFound(await findTerm(sql, table, { id, assetOrigin })))
    }
  )

  api.patch(
    path,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: `update${operation}`,
        summary: `Update a ${noun}`,
        description: "Omitted fields stay unchanged. A new name doesn't change the slug.",
        ...text.update,
        params,
        body: ref(term.patch),
        response: { 200: ref(term.single) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const patch = request.body as TermPatch
        return { json: await updateTerm(tx, caller, { term, id: request.params.id, patch }), tagged: true }
      })
  )

  api.delete(
    path,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: `delete${operation}`,
        summary: `Delete a ${noun}`,
        ...text.delete,
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteTerm(tx, caller, { term, id })
        return { json: deleted(id) }
      })
  )
}

/** Adds the route that merges a term into another one of its kind. */
function addMerge(api: Api, term: MergedTerm): void {
  const noun = nounOf(term)
  api.post(
    `${term.path}/merge`,
    {
      config: { access: platformWrite, extraErrorStatuses: [412] },
      schema: {
        ...tagged,
        operationId: `merge${term.operation}`,
        summary: `Merge a ${noun} into another one`,
        description:
          `Its products get the other ${noun} instead, which is returned, and it is deleted. All reasons against the merge ` +
          'are in the errors of a 409 MERGE_REFUSED.',
        ...term.text.merge,
        params: idParams(`The ${noun} to merge`),
        body: ref(Merge),
        response: { 200: ref(term.single) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const [id, intoId] = [request.params.id.toLowerCase(), request.body.intoId.toLowerCase()]
        return { json: await mergeTerm(tx, caller, { term, id, intoId }), tagged: true }
      })
  )
}

function nounOf({ subject }: Term): string {
  return subject.replace('_', ' ')
}
