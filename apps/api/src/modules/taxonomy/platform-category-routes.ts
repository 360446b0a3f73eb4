import type { Handle } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformRead, platformWrite } from '../../http/access.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { tags } from '../../http/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { findCategory, insertCategory, lockCategory, updateCategory } from './category-queries.ts'
import { platformCategory, platformCategoryTree } from './category-tree.ts'
import { CategoryPatch, NewCategory } from './input-schema.ts'
import { removeCategory, requirePlace } from './place-category.ts'
import { PlatformCategory, PlatformCategoryTree } from './schema.ts'

/** `/platform/categories`: the tree as the operator keeps it. Whatever names or moves a category does so in turn. */
export function platformCategoryRoutes(api: Api, { sql, assetOrigin }: Deps): void {
  const tagged = { tags: [tags.platformTaxonomy] }
  const params = idParams('The category')

  async function read(handle: Handle, id: string): Promise<JsonText<PlatformCategory>> {
    return JSON.stringify(platformCategory(orNotFound(await findCategory(handle, id)), assetOrigin))
  }

  api.get(
    '/platform/categories',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listPlatformCategories',
        summary: 'Read the tree of categories',
        description: 'The whole tree, by position and then name, with an ETag.',
        response: { 200: ref(PlatformCategoryTree) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await platformCategoryTree(sql, assetOrigin))
  )

  api.post(
    '/platform/categories',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'createCategory',
        summary: 'Create a category',
        description:
          'Without a parent it stands at the top. The tree may have 12 levels; deeper is 409 CATEGORY_TOO_DEEP. ' +
          'Without a slug it gets one from its name; a taken one gets -2, -3, …',
        body: ref(NewCategory),
        response: { 200: ref(PlatformCategory) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { name, slug, parentId = null, position } = request.body
        const id = newId()
        await lockWriters(tx, 'categories')
        if (parentId) await requirePlace(tx, { id: null, parentId })
        await insertCategory(tx, id, {
          name,
          slug: slug ?? slugOf(name, `category-${id.slice(-8)}`),
          parentId,
          position: position ?? 0
        })
        await recordEvent(tx, caller, {
          type: 'category.created',
          vendorId: null,
          subject: { type: 'category', id },
          details: { name }
        })
        return { json: await read(tx, id), tagged: true }
      })
  )

  api.get(
    '/platform/categories/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getCategory',
        summary: 'Read a category',
        description: 'One category without those below it, and an ETag for conditional reads and writes.',
        params,
        response: { 200: ref(PlatformCategory) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await read(sql, request.params.id))
  )

  api.patch(
    '/platform/categories/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'updateCategory',
        summary: 'Update or move a category',
        description:
          'Fields left out stay as they are; the slug does not follow the name. A new parentId moves the category ' +
          'with all below it, null moves it to the top; below itself is 409 CATEGORY_CYCLE.',
        params,
        body: ref(CategoryPatch),
        response: { 200: ref(PlatformCategory) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body, params } = request
        await lockWriters(tx, 'categories')
        const stored = orNotFound(await lockCategory(tx, params.id))
        await requireMatch(caller, () => read(tx, params.id))
        if (body.parentId) await requirePlace(tx, { id: params.id, parentId: body.parentId })
        await updateCategory(tx, params.id, {
          name: body.name ?? stored.name,
          slug: body.slug ?? stored.slug,
          parentId: body.parentId === undefined ? stored.parentId : body.parentId,
          position: body.position === undefined ? stored.position : (body.position ?? 0)
        })
        await recordEvent(tx, caller, {
          type: 'category.updated',
          vendorId: null,
          subject: { type: 'category', id: params.id },
          changedFields: Object.keys(body)
        })
        return { json: await read(tx, params.id), tagged: true }
      })
  )

  api.delete(
    '/platform/categories/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteCategory',
        summary: 'Delete a category',
        description:
          'Refused with 409 IN_USE while products are filed under it or categories stand below it.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await lockWriters(tx, 'categories')
        const { name } = orNotFound(await lockCategory(tx, id))
        await requireMatch(caller, () => read(tx, id))
        await removeCategory(tx, id)
        await recordEvent(tx, caller, {
          type: 'category.deleted',
          vendorId: null,
          subject: { type: 'category', id },
          details: { name }
        })
        return { json: deleted(id) }
      })
  )
}
