import type { Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { invalid, notFound, orNotFound, Problem } from '../../errors.ts'
import { type Event, recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import { newId } from '../../lib/ids.ts'
import { slugOf } from '../../lib/slug.ts'
import { detachTerms } from '../products/write/term-queries.ts'
import * as queries from './queries.ts'
import type { NewTerm, PlatformCategory, TermPatch } from './schema.ts'
import type { Term } from './terms.ts'

type TermId = { term: Term; id: string }

/** How many levels the tree of categories may have. */
const maxLevels = 12

/** Creates a term, a facet value in the facet `facetId`: 404 if there is none. */
export async function createTerm(
  tx: Tx,
  caller: Caller,
  { term, facetId, input }: { term: Term; facetId: string | null; input: NewTerm }
): Promise<JsonText<unknown>> {
  const { table, subject } = term
  const { name, slug, parentId = null, position } = input
  const id = newId()
  await lockWriters(tx, table)
  if (parentId) await requirePlace(tx, { id: null, parentId })
  const stored = {
    name,
    slug: slug ?? slugOf(name, `${subject.split('_').at(-1)}-${id.slice(-8)}`),
    position: position ?? 0,
    parentId,
    facetId
  }
  await refusing(queries.insertTerm(tx, table, id, stored), { facet_values_facet_id_fkey: notFound })
  await record(tx, caller, { term, id, change: 'created', details: { name, ...(facetId && { facetId }) } })
  return readTerm(tx, caller, { term, id })
}

/** Merges a patch into a term under its lock. */
export async function updateTerm(
  tx: Tx,
  caller: Caller,
  { term, id, patch }: TermId & { patch: TermPatch }
): Promise<JsonText<unknown>> {
  const { table } = term
  const stored = await openTerm(tx, caller, { term, id })
  if (patch.parentId) await requirePlace(tx, { id, parentId: patch.parentId })
  const { position = stored.position, ...others } = patch
  await queries.updateTerm(tx, table, id, { ...stored, ...others, position: position ?? 0 })
  await record(tx, caller, { term, id, change: 'updated', changedFields: Object.keys(patch) })
  return readTerm(tx, caller, { term, id })
}

/** Deletes a term, and takes products out of it; 409 `IN_USE` for a category with products or categories. */
export async function deleteTerm(tx: Tx, caller: Caller, { term, id }: TermId): Promise<void> {
  const { table } = term
  const { name, facetId } = await openTerm(tx, caller, { term, id })
  if (table !== 'categories') await detachTerms(tx, table, id)
  await refusing(queries.deleteTerm(tx, table, id), {
    categories__parent_id: () => new Problem('IN_USE', { detail: 'There are categories below it.' }),
    product_categories__category_id: () => new Problem('IN_USE', { detail: 'Products are filed under it.' })
  })
  await record(tx, caller, { term, id, change: 'deleted', details: { name, ...(facetId && { facetId }) } })
}

/** Sets or clears the image of a category. */
export async function changeCategoryImage(
  tx: Tx,
  caller: Caller,
  { term, id, path }: TermId & { path: string | null }
): Promise<Answer<PlatformCategory>> {
  await openTerm(tx, caller, { term, id })
  if (await queries.updateCategoryImage(tx, id, path)) {
    await record(tx, caller, { term, id, change: 'updated', changedFields: ['imageUrl'] })
  }
  return { json: await readTerm(tx, caller, { term, id }), tagged: true }
}

/** Locks a term and its table's writers, and honours `If-Match`. */
async function openTerm(tx: Tx, caller: Caller, { term, id }: TermId): Promise<queries.StoredTerm> {
  await lockWriters(tx, term.table)
  const stored = orNotFound(await queries.lockTerm(tx, term.table, id))
  await requireMatch(caller, () => readTerm(tx, caller, { term, id }))
  return stored
}

async function record(
  tx: Tx,
  caller: Caller,
  { term, id, change, ...event }: TermId & { change: string } & Pick<Event, 'changedFields' | 'details'>
): Promise<void> {
  const { subject } = term
  await recordEvent(tx, caller, {
    type: `${subject}.${change}`,
    vendorId: null,
    subject: { type: subject, id },
    ...event
  })
}

async function readTerm<T>(tx: Tx, { assetOrigin }: Caller, { term, id }: TermId): Promise<JsonText<T>> {
  return orNotFound(await queries.findTerm<T>(tx, term.table, { id, assetOrigin }))
}

/**
 * Refuses to put a category (`id` null for a new one) where it can't be: below a category that does not exist (400),
 * below itself or one of its own branch (409 `CATEGORY_CYCLE`), or too deep (409 `CATEGORY_TOO_DEEP`). The writers of
 * categories are locked before, so that two moves together make no cycle either.
 */
async function requirePlace(tx: Tx, place: { id: string | null; parentId: string }): Promise<void> {
  const found = await queries.findPlace(tx, place)
  if (!found) throw invalid([fault('/parentId', 'UNKNOWN_CATEGORY', 'is not the id of a category')])
  if (found.inOwnBranch) {
    throw new Problem('CATEGORY_CYCLE', {
      detail: 'The new parent is the category itself or stands below it.'
    })
  }
  if (found.levelsAbove + found.levelsBelow > maxLevels) {
    throw new Problem('CATEGORY_TOO_DEEP', { detail: `The tree may have ${maxLevels} levels.` })
  }
}

/** Runs a statement; the violation of a constraint is the problem that `problems` has for it. */
async function refusing(statement: Promise<void>, problems: Record<string, () => Problem>): Promise<void> {
  try {
    await statement
  } catch (error) {
    const constraint = Object.keys(problems).find((name) => violates(error, name))
    throw constraint ? problems[constraint]?.() : error
  }
}
