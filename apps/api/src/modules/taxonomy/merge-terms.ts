import { recordCatalogChanges } from '../../catalog-changes.ts'
import type { Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import {
  lockDefinitions,
  noteChange,
  readDefinitions,
  useFacetValues
} from '../products/attributes/definition-queries.ts'
import { replaceTerm } from '../products/write/term-queries.ts'
import { readTerm } from './change-terms.ts'
import { refuseMerge, requireMergeable, unknownTarget } from './merge-faults.ts'
import { lockMerge, type Merge, mergeCategory } from './merge-queries.ts'
import { deleteTerm } from './queries.ts'
import type { Term } from './terms.ts'

type MergeOf = Merge & { term: MergedTerm }

/** A kind of term whose terms can be merged. */
export type MergedTerm = Term & { subject: Exclude<Term['subject'], 'facet'> }

const kinds = {
  collection: { kind: 'collectionIds', unknown: 'UNKNOWN_COLLECTION' },
  tag: { kind: 'tagIds', unknown: 'UNKNOWN_TAG' },
  facet_value: { kind: 'facetValueIds', unknown: 'UNKNOWN_FACET_VALUE' }
} as const

/**
 * Merges a category, collection, tag or facet value into another one, which its products have from then on. Returns the
 * other one. Throws 404 if there is none with the id, and 400 or 409 `MERGE_REFUSED` with all reasons against the merge.
 */
export async function mergeTerm(tx: Tx, caller: Caller, merge: MergeOf): Promise<JsonText<unknown>> {
  const { term, id, intoId } = merge
  await lockWriters(tx, term.table)
  if (term.subject === 'category') await lockDefinitions(tx)
  const { from, into } = await lockMerge(tx, term.table, merge)
  const { name, facetId } = orNotFound(from)
  await requireMatch(caller, () => readTerm(tx, caller, { term, id }))
  if (term.subject === 'category') await mergeCategories(tx, merge)
  else {
    const { kind, unknown } = kinds[term.subject]
    if (!into) throw unknownTarget(unknown, term.subject.replace('_', ' '))
    await requirePlainMerge(tx, merge, into.facetId === facetId)
    await replaceTerm(tx, kind, { ...merge, limit: null, origin: caller })
    await deleteTerm(tx, term.table, id)
  }
  await recordEvent(tx, caller, {
    ...{ type: `${term.subject}.merged`, vendorId: null, subject: { type: term.subject, id } },
    details: { name, intoId, intoName: into?.name ?? '', ...(facetId && { facetId }) }
  })
  return readTerm(tx, caller, { term, id: intoId })
}

/**
 * Merges a category. Its products are moved in the background (`move-merged-products.ts`); until then, all filters by the
 * other category find them. What they inherit changes at once.
 */
async function mergeCategories(tx: Tx, merge: Merge): Promise<void> {
  await requireMergeable(tx, await readDefinitions(tx), merge)
  const moved = await mergeCategory(tx, merge)
  await noteChange(tx, { categoryIds: moved })
  await recordCatalogChanges(tx, 'CATEGORY', [merge.id, merge.intoId, ...moved])
}

async function requirePlainMerge(tx: Tx, { term, id, intoId }: MergeOf, isSameFacet: boolean): Promise<void> {
  const isUsed = term.subject === 'facet_value' && (await useFacetValues(tx, [id]))
  const used = 'must not be merged: the options of an attribute file products under it'
  const target =
    id === intoId ? 'must be another one than the merged one' : 'must be a value of the same facet'
  refuseMerge([
    ...(id === intoId || !isSameFacet ? [fault('/intoId', 'INVALID_TARGET', target)] : []),
    ...(isUsed ? [fault('', 'STILL_USED', used)] : [])
  ])
}
