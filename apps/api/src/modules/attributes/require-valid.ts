import type { Handle } from '../../db/connect.ts'
import { invalid } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { definitionFaults, maxAttributes, maxTotalOptions, type PointerFault } from './definition-faults.ts'
import { readOptionFacet } from './option-facet-values.ts'
import { countAttributes, type Definition, type FacetWithValues } from './queries.ts'

/**
 * Throws 400 with all faults of a definition, after `faults`. Returns its facet. `id` is null for a new attribute.
 */
export async function requireValid(
  sql: Handle,
  definition: Definition,
  { id, faults }: { id: string | null; faults: PointerFault[] }
): Promise<FacetWithValues | undefined> {
  const { facet, faults: facetFaults } = await readOptionFacet(sql, definition)
  const limits = await limitFaults(sql, definition, id)
  const all = [...faults, ...definitionFaults(definition), ...facetFaults, ...limits]
  if (all.length > 0) throw invalid(firstOfEach(all))
  return facet
}

/** Returns the first fault of each pointer. */
function firstOfEach(faults: PointerFault[]): PointerFault[] {
  return [...Map.groupBy(faults, ({ pointer }) => pointer).values()].flatMap((ofOne) => ofOne.slice(0, 1))
}

async function limitFaults(sql: Handle, { options }: Definition, id: string | null): Promise<PointerFault[]> {
  const counts = await countAttributes(sql, { except: id })
  const isFull = id === null && counts.attributes >= maxAttributes
  const hasTooMany = options.length > 0 && counts.options + options.length > maxTotalOptions
  return [
    ...(isFull
      ? [fault('', 'TOO_MANY', `would exceed the limit of ${maxAttributes} attributes; delete one first`)]
      : []),
    ...(hasTooMany
      ? [fault('/options', 'TOO_MANY', `would exceed the limit of ${maxTotalOptions} options in total`)]
      : [])
  ]
}
