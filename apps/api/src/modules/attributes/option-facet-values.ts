import type { Handle, Tx } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import { slugOf } from '../../lib/slug.ts'
import type { AttributeOption } from '../products/attributes/definition.ts'
import { createTerm } from '../taxonomy/change-terms.ts'
import { facetValueTerm } from '../taxonomy/terms.ts'
import type { PointerFault } from './definition-faults.ts'
import { type Definition, type FacetWithValues, lockFacet } from './queries.ts'

/**
 * Reads the facet of a definition. Returns it with the faults of ids that aren't those of a facet and of its values. In a
 * transaction, the facet can't be deleted until it ends.
 */
export async function readOptionFacet(
  sql: Handle,
  { facetId, options }: Definition
): Promise<{ facet: FacetWithValues | undefined; faults: PointerFault[] }> {
  if (facetId === null) return { facet: undefined, faults: [] }
  const facet = await lockFacet(sql, facetId)
  if (!facet) {
    return { facet, faults: [fault('/facetId', 'UNKNOWN_FACET', 'must be the id of an existing facet')] }
  }
  const known = new Set(facet.values.map(({ id }) => id))
  const message = 'must be the id of a value of the facet'
  const faults = options.flatMap(({ facetValueId }, index) =>
    facetValueId && !known.has(facetValueId)
      ? [fault(`/options/${index}/facetValueId`, 'UNKNOWN_FACET_VALUE', message)]
      : []
  )
  return { facet, faults }
}

/**
 * Returns the options with their facet values: the given one, or the value of the facet with the name or the slug of the
 * label, or else a new one with the label as its name.
 */
export async function withFacetValues(
  tx: Tx,
  caller: Caller,
  { options, facet }: { options: AttributeOption[]; facet: FacetWithValues | undefined }
): Promise<AttributeOption[]> {
  const byName = new Map(facet?.values.map(({ id, name }) => [name.toLowerCase(), id]))
  const bySlug = new Map(facet?.values.map(({ id, slug }) => [slug, id]))
  const filed: AttributeOption[] = []
  for (const { code, label, facetValueId } of options) {
    const name = label.toLowerCase()
    const known = facetValueId ?? byName.get(name) ?? bySlug.get(slugOf(label, ''))
    const id =
      known ?? (facet ? await createFacetValue(tx, caller, { facetId: facet.id, name: label }) : null)
    if (id !== null) byName.set(name, id)
    filed.push({ code, label, facetValueId: id })
  }
  return filed
}

async function createFacetValue(
  tx: Tx,
  caller: Caller,
  { facetId, name }: { facetId: string; name: string }
): Promise<string> {
  const text = await createTerm(tx, caller, { term: facetValueTerm, facetId, input: { name } })
  const { id } = JSON.parse(text) as { id: string }
  return id
}
