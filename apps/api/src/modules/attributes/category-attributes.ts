import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, notFound } from '../../errors.ts'
import { changesBetween } from '../../event-changes.ts'
import { changeRecorder } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Answer } from '../../http/transaction.ts'
import { databaseNow } from '../../lib/clock.ts'
import { type CategoryAttribute, maxEffective, requirements } from '../products/attributes/definition.ts'
import {
  lockDefinitions,
  noteChange,
  noteEnforcement,
  readDefinitions
} from '../products/attributes/definition-queries.ts'
import { AttributeDefinitions, type EffectiveAttribute } from '../products/attributes/definitions.ts'
import { isCategory, replaceCategoryAttributes } from './queries.ts'
import type { CategoryAttributes, CategoryAttributesInput } from './schema.ts'

type Entries = CategoryAttributesInput['attributes']
/** A category, and the attributes that it shall list. */
type Listing = { categoryId: string; entries: Entries }

/** Returns the attributes of a category as JSON text. */
export function categoryAttributesText(
  definitions: AttributeDefinitions,
  categoryId: string
): JsonText<CategoryAttributes> {
  const ofCategory = ({ attribute, requirement, enforcedFrom }: EffectiveAttribute) => ({
    ...{ attribute: attribute.code, requirement },
    enforcedFrom: enforcedFrom === null ? null : new Date(enforcedFrom).toISOString()
  })
  const effective = definitions.listOf([categoryId]).map((one) => {
    const { attribute, requirement, enforcedFrom } = ofCategory(one)
    const { name, type, level } = one.attribute
    return { attribute, name, type, level, requirement, enforcedFrom, categoryId: one.categoryId }
  })
  return JSON.stringify({ attributes: definitions.ownOf(categoryId).map(ofCategory), effective })
}

/**
 * Replaces the attributes that a category lists itself (contract 4.20). Products of the category and its subcategories are
 * checked again in the background, now and when a requirement begins to be enforced. Throws 404 if there is no such
 * category, and 400 for the faults of `listingFaults`.
 */
export async function changeCategoryAttributes(
  tx: Tx,
  caller: Caller,
  { id, input }: { id: string; input: CategoryAttributesInput }
): Promise<Answer<CategoryAttributes>> {
  await lockDefinitions(tx)
  if (!(await isCategory(tx, id))) throw notFound()
  const definitions = new AttributeDefinitions(await readDefinitions(tx))
  await requireMatch(caller, async () => categoryAttributesText(definitions, id))
  const { changed, entries } = withListing(definitions, { categoryId: id, entries: input.attributes })
  const [before, json] = [definitions, changed].map((all) => categoryAttributesText(all, id)) as [
    string,
    string
  ]
  if (json !== before) {
    await replaceCategoryAttributes(tx, id, entries)
    const now = databaseNow()
    const times = entries.map(({ enforcedFrom }) => enforcedFrom ?? 0).filter((time) => time > now)
    if (times.length > 0) await noteEnforcement(tx, { categoryId: id, times: [...new Set(times)] })
    await noteChange(tx, { categoryIds: [id] })
    const record = changeRecorder('category')
    const changedFields = ['attributes']
    const details = changesBetween(before, json, changedFields)
    await record(tx, caller, { change: 'updated', id, changedFields, details })
  }
  return { json, tagged: true }
}

/**
 * Returns the definitions as they would be if a category listed these attributes, and the entries of the category. Throws
 * 400 with all faults.
 */
export function withListing(
  definitions: AttributeDefinitions,
  { categoryId, entries }: Listing
): { changed: AttributeDefinitions; entries: CategoryAttribute[] } {
  const faults = listingFaults(definitions, { categoryId, entries })
  if (faults.length > 0) throw invalid(faults)
  const ids = new Map(definitions.data.attributes.map(({ id, code }) => [code, id]))
  const own = entries.map(({ attribute, requirement, enforcedFrom }) => ({
    ...{ categoryId, attributeId: ids.get(attribute) ?? '', requirement },
    enforcedFrom: enforcedFrom ? Date.parse(enforcedFrom) : null
  }))
  const others = definitions.data.categoryAttributes.filter((entry) => entry.categoryId !== categoryId)
  const changed = new AttributeDefinitions({
    ...definitions.data,
    categoryAttributes: [...others, ...own]
  })
  const tooLarge = changed.largerThan(maxEffective, categoryId)
  if (tooLarge === undefined) return { changed, entries: own }
  const where = tooLarge === categoryId ? 'the category' : `the subcategory ${tooLarge}`
  const message = `would exceed the limit of ${maxEffective} attributes for ${where}, including those it inherits`
  throw invalid([fault('/attributes', 'TOO_MANY', message)])
}

/** Returns the faults of the attributes that a category shall list. */
function listingFaults(definitions: AttributeDefinitions, { categoryId, entries }: Listing): Fault[] {
  const ids = new Map(definitions.data.attributes.map(({ id, code }) => [code, id]))
  const inherited = definitions.inheritedBy(categoryId)
  const codes = entries.map(({ attribute }) => attribute)
  return [
    ...repeatedFaults('/attributes', codes, { field: 'attribute', code: 'REPEATED_ATTRIBUTE' }),
    ...entries.flatMap((entry, index) => {
      const id = ids.get(entry.attribute)
      const pointer = `/attributes/${index}`
      const unknown = fault(`${pointer}/attribute`, 'UNKNOWN_ATTRIBUTE', 'must be the code of an attribute')
      return [
        ...(id === undefined ? [unknown] : requirementFaults(entry, { pointer, parent: inherited.get(id) })),
        ...enforcementFaults(entry, pointer)
      ]
    })
  ]
}

function requirementFaults(
  { requirement }: Entries[number],
  { pointer, parent }: { pointer: string; parent: EffectiveAttribute | undefined }
): Fault[] {
  if (!parent || requirements.indexOf(requirement) >= requirements.indexOf(parent.requirement)) return []
  const message = `must be at least ${parent.requirement}, which is the requirement of the category ${parent.categoryId} above`
  return [fault(`${pointer}/requirement`, 'LOWER_THAN_INHERITED', message)]
}

function enforcementFaults({ requirement, enforcedFrom }: Entries[number], pointer: string): Fault[] {
  if (requirement === 'REQUIRED' || !enforcedFrom) return []
  return [fault(`${pointer}/enforcedFrom`, 'NOT_TOGETHER', 'must be sent only with the requirement REQUIRED')]
}
