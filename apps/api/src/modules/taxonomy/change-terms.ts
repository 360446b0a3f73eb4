import { type CatalogSubject, recordCatalogChanges } from '../../catalog-changes.ts'
import type { Handle, Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { invalid, notFound, orNotFound, Problem } from '../../errors.ts'
import { changesOf } from '../../event-changes.ts'
import { changeRecorder } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { lockDefinitions, noteChange, useFacetValues } from '../products/attributes/definition-queries.ts'
import { requireFewAttributes } from '../products/attributes/moved-category.ts'
import { detachTerms } from '../products/write/term-queries.ts'
import * as queries from './queries.ts'
import type { NewTerm, PlatformCategory, TermPatch } from './schema.ts'
import type { Term } from './terms.ts'

type TermId = { term: Term; id: string }

/** The kind of catalog change that a change of a term is. */
const subjects: Record<queries.TermTable, CatalogSubject> = {
  categories: 'CATEGORY',
  collections: 'COLLECTION',
  tags: 'TAG',
  facets: 'FACET',
  facet_values: 'FACET_VALUE'
}

/** The fields of terms that the storefront shows, in products or in the tree of categories. */
const shownFields: Record<queries.TermTable, (keyof queries.StoredTerm)[]> = {
  categories: ['name', 'slug', 'parentId', 'position'],
  collections: ['name', 'slug'],
  tags: ['name', 'slug'],
  facets: ['name', 'slug'],
  facet_values: ['name', 'slug']
}

/**
 * Creates a category, collection, tag, facet or facet value. A facet value is created in the facet `facetId`;
 * throws 404 if that facet doesn't exist.
 */
export async function createTerm(
  tx: Tx,
  caller: Caller,
  { term, facetId, input }: { term: Term; facetId: string | null; input: NewTerm }
): Promise<JsonText<unknown>> {
  const { table, subject } = term
  const { name, slug, parentId = null, position } = input
  const id = newId()
  await lockWriters(tx, table)
  if (parentId) await requireValidParent(tx, { id: null, parentId })
  const stored = {
    name,
    slug: slug ?? slugOf(name, `${subject.split('_').at(-1)}-${id.slice(-8)}`),
    position: position ?? 0,
    parentId,
    facetId
  }
  await mapViolations(queries.insertTerm(tx, table, id, stored), { facet_values_facet_id_fkey: notFound })
  const record = changeRecorder(subject)
  await record(tx, caller, { id, change: 'created', details: { name, ...(facetId && { facetId }) } })
  if (table === 'categories') await recordCatalogChanges(tx, 'CATEGORY', [id])
  if (parentId) await noteChange(tx, { categoryIds: [] })
  return readTerm(tx, caller, { term, id })
}

/**
 * Locks a category, collection, tag, facet or facet value, and merges a patch into it. If a category gets another parent,
 * its products are checked again for the attributes that it inherits. Throws 404 if there is none with this id.
 */
export async function updateTerm(
  tx: Tx,
  caller: Caller,
  { term, id, patch }: TermId & { patch: TermPatch }
): Promise<JsonText<unknown>> {
  const { table } = term
  const stored = await lockForChange(tx, caller, { term, id })
  if (patch.parentId) await requireValidParent(tx, { id, parentId: patch.parentId })
  const { position = stored.position, ...others } = patch
  const changed = { ...stored, ...others, position: position ?? 0 }
  await queries.updateTerm(tx, table, id, changed)
  if (table === 'categories' && changed.parentId !== stored.parentId) await changeInheritance(tx, id)
  if (shownFields[table].some((field) => changed[field] !== stored[field])) {
    await recordCatalogChanges(tx, subjects[table], [id])
  }
  const changedFields = Object.keys(patch)
  const details = changesOf(stored, changed, changedFields)
  await changeRecorder(term.subject)(tx, caller, { id, change: 'updated', changedFields, details })
  return readTerm(tx, caller, { term, id })
}

/**
 * Deletes a category, collection, tag, facet or facet value, and removes it from products. `detachTerms`
 * records the changes of these products. Throws 409 `IN_USE` for a category that has products or
 * subcategories, and for a facet or facet value that an attribute uses.
 */
export async function deleteTerm(tx: Tx, caller: Caller, { term, id }: TermId): Promise<void> {
  const { table, subject } = term
  const { name, facetId } = await lockForChange(tx, caller, { term, id })
  if (table === 'categories') await lockDefinitions(tx)
  else await detachTerms(tx, table, { id, origin: caller })
  if (table === 'facet_values' && (await useFacetValues(tx, [id]))) throw usedByAttribute()
  await mapViolations(queries.deleteTerm(tx, table, id), {
    categories__parent_id: () => new Problem('IN_USE', { detail: 'The category has subcategories.' }),
    product_categories__category_id: () =>
      new Problem('IN_USE', { detail: 'Products are assigned to the category.' }),
    attributes__facet_id: usedByAttribute
  })
  if (table === 'categories') await noteChange(tx, { categoryIds: [] })
  const record = changeRecorder(subject)
  await record(tx, caller, { id, change: 'deleted', details: { name, ...(facetId && { facetId }) } })
  if (table === 'categories') await recordCatalogChanges(tx, 'CATEGORY', [id])
}

function usedByAttribute(): Problem {
  return new Problem('IN_USE', { detail: 'The options of an attribute file products under it.' })
}

/**
 * Notes that a category and its subcategories inherit other attributes. Throws 400 if one of them would have too many.
 */
async function changeInheritance(tx: Tx, categoryId: string): Promise<void> {
  await noteChange(tx, { categoryIds: [categoryId] })
  await requireFewAttributes(tx, categoryId)
}

/** Sets the image of a category, or clears it if `path` is null. */
export async function changeCategoryImage(
  tx: Tx,
  caller: Caller,
  { term, id, path }: TermId & { path: string | null }
): Promise<Answer<PlatformCategory>> {
  await lockForChange(tx, caller, { term, id })
  if (await queries.updateCategoryImage(tx, id, path)) {
    await changeRecorder(term.subject)(tx, caller, { id, change: 'updated', changedFields: ['imageUrl'] })
    await recordCatalogChanges(tx, 'CATEGORY', [id])
  }
  return { json: await readTerm(tx, caller, { term, id }), tagged: true }
}

/**
 * Locks a category, collection, tag, facet or facet value, blocks other writers of its table, and checks
 * `If-Match`. Throws 404 if there is none with this id.
 */
async function lockForChange(tx: Tx, caller: Caller, { term, id }: TermId): Promise<queries.StoredTerm> {
  await lockWriters(tx, term.table)
  const stored = orNotFound(await queries.lockTerm(tx, term.table, id))
  await requireMatch(caller, () => readTerm(tx, caller, { term, id }))
  return stored
}

/** Reads a term as the operator sees it. Throws 404 if there is none with this id. */
export async function readTerm<T>(
  tx: Tx,
  { assetOrigin }: Caller,
  { term, id }: TermId
): Promise<JsonText<T>> {
  return orNotFound(await queries.findTerm<T>(tx, term.table, { id, assetOrigin }))
}

/**
 * Checks that a category can have this parent; `id` is null for a new category. Throws 400 if the parent
 * doesn't exist, 409 `CATEGORY_CYCLE` if the parent is the category itself or a category below it, and 409
 * `CATEGORY_TOO_DEEP` if the tree would get too deep. The caller must have blocked other writers of
 * categories, so that two concurrent moves can't form a cycle.
 */
export async function requireValidParent(
  sql: Handle,
  move: { id: string | null; parentId: string }
): Promise<void> {
  const position = await queries.findTreePosition(sql, move)
  if (!position)
    throw invalid([fault('/parentId', 'UNKNOWN_CATEGORY', 'must be the id of an existing category')])
  if (position.isInOwnBranch) {
    throw new Problem('CATEGORY_CYCLE', {
      detail: 'The new parent is the category itself or is below it in the tree.'
    })
  }
  if (position.parentDepth + position.branchHeight > queries.maxLevels) {
    throw new Problem('CATEGORY_TOO_DEEP', {
      detail: `The tree can have at most ${queries.maxLevels} levels.`
    })
  }
}

/**
 * Awaits a statement. `problems` maps names of constraints to problems. If the statement violates one of
 * these constraints, throws the problem of this constraint instead of the database error.
 */
async function mapViolations(
  statement: Promise<void>,
  problems: Record<string, () => Problem>
): Promise<void> {
  try {
    await statement
  } catch (error) {
    const constraint = Object.keys(problems).find((name) => violates(error, name))
    throw constraint ? problems[constraint]?.() : error
  }
}
