import type { Api, Deps } from '../../deps.ts'
import { notFound, orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { definitionCache } from '../products/attributes/definition-cache.ts'
import { categoryAttributesText, changeCategoryAttributes } from './category-attributes.ts'
import { createAttribute, deleteAttribute, updateAttribute } from './change-attributes.ts'
import { findAttribute, isCategory, listAttributes } from './queries.ts'
import {
  Attribute,
  AttributeList,
  AttributePatch,
  AttributeQuery,
  CategoryAttributes,
  CategoryAttributesInput,
  NewAttribute
} from './schema.ts'

const tagged = { tags: [tags.platformAttributes] }

/** `/platform/attributes` and `/platform/categories/{id}/attributes`: what products can and must say (contract 4.20). */
export async function platformAttributeRoutes(api: Api, deps: Deps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndChange(api, deps)
  addCategoryRoutes(api, deps)
}

function addListAndCreate(api: Api, { sql }: Deps): void {
  api.get(
    '/platform/attributes',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listAttributes',
        summary: 'List attributes',
        description:
          'Returns all attributes, sorted by code, with the categories that list them, and an ETag.',
        querystring: AttributeQuery,
        response: { 200: ref(AttributeList) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await listAttributes(sql, request.query))
  )

  api.post(
    '/platform/attributes',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'createAttribute',
        summary: 'Create an attribute',
        description:
          'No product has to have the attribute until categories list it. The code, the type and the level never change. ' +
          'The code of a deleted attribute can be used again for the same type. There can be at most 2,000 attributes with ' +
          '50,000 options in total.',
        body: ref(NewAttribute),
        response: { 201: ref(Attribute) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => createAttribute(tx, caller, request.body))
  )
}

function addReadAndChange(api: Api, { sql }: Deps): void {
  const params = idParams('The attribute')

  api.get(
    '/platform/attributes/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getAttribute',
        summary: 'Read an attribute',
        description: 'Returns one attribute. Use its ETag for conditional reads and writes.',
        params,
        response: { 200: ref(Attribute) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findAttribute(sql, request.params.id)))
  )

  api.patch(
    '/platform/attributes/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'updateAttribute',
        summary: 'Update an attribute',
        description:
          'Omitted fields stay unchanged; `options` replaces the whole list. Products are never taken off sale by a change. ' +
          'Those whose values are no longer valid get `attributeIssues` in the background.',
        params,
        body: ref(AttributePatch),
        response: { 200: ref(Attribute) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        updateAttribute(tx, caller, { id: request.params.id.toLowerCase(), patch: request.body })
      )
  )

  api.delete(
    '/platform/attributes/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteAttribute',
        summary: 'Delete an attribute',
        description:
          'Also removes the attribute from all categories. Products keep their values, which are no longer checked.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteAttribute(tx, caller, id)
        return { json: deleted(id) }
      })
  )
}

function addCategoryRoutes(api: Api, { sql }: Deps): void {
  const params = idParams('The category')
  const definitions = definitionCache(sql)

  api.get(
    '/platform/categories/:id/attributes',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getCategoryAttributes',
        summary: 'Read the attributes of a category',
        description:
          'Returns the attributes that the category lists itself, and all attributes of its products, including those of ' +
          'its ancestors. Use the ETag for conditional reads and writes.',
        params,
        response: { 200: ref(CategoryAttributes) }
      }
    },
    async (request, reply) => {
      const id = request.params.id.toLowerCase()
      if (!(await isCategory(sql, id))) throw notFound()
      return sendWithEtag(request, reply, categoryAttributesText(await definitions.latest(), id))
    }
  )

  api.put(
    '/platform/categories/:id/attributes',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'setCategoryAttributes',
        summary: 'Set the attributes of a category',
        description:
          'Replaces the attributes that the category lists itself. Subcategories inherit them, and can raise a requirement, ' +
          'but not lower it. A category can have at most 200 attributes, with those that it inherits. Products are never ' +
          'taken off sale by a change. Those that lack a required attribute get `attributeIssues` in the background, when ' +
          'the requirement is enforced.',
        params,
        body: ref(CategoryAttributesInput),
        response: { 200: ref(CategoryAttributes) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        changeCategoryAttributes(tx, caller, { id: request.params.id.toLowerCase(), input: request.body })
      )
  )
}
