import type { Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { orNotFound } from '../../errors.ts'
import { changesOf } from '../../event-changes.ts'
import { changeRecorder } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { Answer } from '../../http/transaction.ts'
import { lockDefinitions, noteChange } from '../products/attributes/definition-queries.ts'
import { applyWatchedFields, lockWatchedChanges } from '../products/write/watched-queries.ts'
import { codeTaken, type PointerFault } from './definition-faults.ts'
import { withFacetValues } from './option-facet-values.ts'
import type { Definition } from './queries.ts'
import * as queries from './queries.ts'
import { requireValid } from './require-valid.ts'
import type { Attribute, AttributePatch, NewAttribute } from './schema.ts'

const record = changeRecorder('attribute')

/**
 * Creates an attribute (contract 4.20). Throws 400 if the definition contradicts itself, if its code is taken, if a deleted
 * attribute with this code had another type, or if there are too many attributes or options.
 */
export async function createAttribute(
  tx: Tx,
  caller: Caller,
  input: NewAttribute
): Promise<Answer<Attribute>> {
  await lockDefinitions(tx)
  const definition = newDefinition(input)
  const earlier = await queries.findByCode(tx, definition.code)
  const prepared = await prepare(tx, caller, definition, {
    id: null,
    faults: earlierFaults(earlier, definition)
  })
  const id = earlier?.id ?? (await queries.insertAttribute(tx, prepared))
  if (earlier) await queries.updateAttribute(tx, id, prepared)
  if (definition.isWatched) await changeWatched(tx)
  await noteChange(tx, { categoryIds: [] })
  await record(tx, caller, { change: 'created', id, details: { code: definition.code } })
  const location = `/api/v1/platform/attributes/${id}`
  return { json: await read(tx, id), status: 201, tagged: true, location }
}

/**
 * Locks an attribute and merges a patch into it (contract 4.20). If values that were valid may not be valid any more,
 * products are checked again in the background. Throws 400 if the result contradicts itself.
 */
export async function updateAttribute(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: AttributePatch }
): Promise<Answer<Attribute>> {
  await lockDefinitions(tx)
  const stored = await readForChange(tx, caller, id)
  const definition = patchedDefinition(stored, patch)
  const prepared = await prepare(tx, caller, definition, { id, faults: [] })
  await queries.updateAttribute(tx, id, prepared)
  if (prepared.isWatched !== stored.isWatched) await changeWatched(tx)
  const categoryIds = changesValues(stored, prepared) ? await queries.listCategoriesWith(tx, id) : []
  await noteChange(tx, { categoryIds })
  const [json, changedFields] = [await read(tx, id), Object.keys(patch)]
  const details = changesOf(stored, JSON.parse(json), changedFields)
  await record(tx, caller, { change: 'updated', id, changedFields, details })
  return { json, tagged: true }
}

/** Deletes an attribute and removes it from all categories. Products keep their values. */
export async function deleteAttribute(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockDefinitions(tx)
  const { code, isWatched } = await readForChange(tx, caller, id)
  const categoryIds = await queries.listCategoriesWith(tx, id)
  await queries.removeFromCategories(tx, id)
  await queries.deleteAttribute(tx, id)
  if (isWatched) await changeWatched(tx)
  await noteChange(tx, { categoryIds })
  await record(tx, caller, { change: 'deleted', id, details: { code } })
}

/** Applies a change of which attributes are watched, which is already stored, to the recorded changes. */
async function changeWatched(tx: Tx): Promise<void> {
  await lockWatchedChanges(tx)
  await applyWatchedFields(tx)
}

/** Reads an attribute and checks `If-Match`. The definitions are locked. Throws 404 if there is none with this id. */
async function readForChange(tx: Tx, caller: Caller, id: string): Promise<Attribute> {
  const text = await read(tx, id)
  await requireMatch(caller, async () => text)
  return JSON.parse(text)
}

async function read(tx: Tx, id: string) {
  return orNotFound(await queries.findAttribute(tx, id))
}

/** Returns the definition of a new attribute. */
export function newDefinition(input: NewAttribute): Definition {
  const { help = null, unit = null, min = null, max = null, maxLength = null, pattern = null } = input
  const { code, name, type, level, facetId = null, isWatched, options } = input
  return {
    ...{ code, name, help, type, unit, min, max, maxLength, pattern, level },
    ...{ facetId: facetId?.toLowerCase() ?? null, isWatched: isWatched ?? false },
    options: givenOptions(options)
  }
}

/**
 * Returns an attribute with a patch. If it gets another facet, its options lose their facet values, unless the patch contains
 * the options.
 */
export function patchedDefinition(stored: Attribute, patch: AttributePatch): Definition {
  const { id: _i, createdAt: _c, updatedAt: _u, ...definition } = stored
  const { options, isWatched, facetId: sentFacet, ...others } = patch
  const facetId = sentFacet === undefined ? stored.facetId : (sentFacet?.toLowerCase() ?? null)
  const kept = stored.options.map(({ code, label, facetValueId }) =>
    facetId === stored.facetId ? { code, label, facetValueId } : { code, label, facetValueId: null }
  )
  return {
    ...{ ...definition, ...others, facetId },
    isWatched: isWatched === undefined ? stored.isWatched : (isWatched ?? false),
    options: options === undefined ? kept : givenOptions(options)
  }
}

function givenOptions(options: NewAttribute['options']) {
  return (options ?? []).map(({ facetValueId, ...option }) => ({
    ...option,
    facetValueId: facetValueId?.toLowerCase() ?? null
  }))
}

function earlierFaults(
  earlier: Awaited<ReturnType<typeof queries.findByCode>>,
  { type }: Definition
): PointerFault[] {
  if (!earlier) return []
  if (!earlier.isDeleted) return [codeTaken]
  if (earlier.type === type) return []
  const message = `must be ${earlier.type}, the type of the deleted attribute with this code, because products may have values of it`
  return [fault('/type', 'ATTRIBUTE_TYPE_FIXED', message)]
}

/** Checks a definition, and returns it with the facet values of its options. Throws 400 with all faults. */
async function prepare(
  tx: Tx,
  caller: Caller,
  definition: Definition,
  checked: { id: string | null; faults: PointerFault[] }
): Promise<Definition> {
  if (definition.facetId !== null) await lockWriters(tx, 'facet_values')
  const facet = await requireValid(tx, definition, checked)
  return { ...definition, options: await withFacetValues(tx, caller, { options: definition.options, facet }) }
}

/** True if other values are valid, or if values file products differently. */
function changesValues(stored: Attribute, changed: Definition): boolean {
  const concerning = ({
    min,
    max,
    maxLength,
    pattern,
    options
  }: Pick<Definition, 'min' | 'max' | 'maxLength' | 'pattern' | 'options'>) =>
    JSON.stringify([
      ...[min, max, maxLength, pattern],
      options.map(({ code, facetValueId }) => [code, facetValueId ?? null])
    ])
  return concerning(stored) !== concerning(changed)
}
