import type { CategoryAttributes, CategoryAttributesInput } from '@purveyor/client'
import type { Requirement } from '../../../ui/attributes/attribute-field.ts'

/** An attribute that the category lists. The key is its code. `enforcedFrom` is empty, or a local time of the form. */
export type ListedRow = { key: string; requirement: Requirement; enforcedFrom: string }
export type CategoryValues = { rows: ListedRow[] }
export type Effective = CategoryAttributes['effective'][number]

/** Returns what the form shows for the attributes of a category. */
export function valuesOf({ attributes }: CategoryAttributes): CategoryValues {
  return {
    rows: attributes.map(({ attribute, requirement, enforcedFrom }) => ({
      ...{ key: attribute, requirement, enforcedFrom: enforcedFrom === null ? '' : localTime(enforcedFrom) }
    }))
  }
}

/** Returns the body that saves the values. */
export function bodyOf({ rows }: CategoryValues): CategoryAttributesInput {
  return {
    attributes: rows.map(({ key, requirement, enforcedFrom }) => ({
      ...{ attribute: key, requirement },
      enforcedFrom: requirement === 'REQUIRED' && enforcedFrom ? new Date(enforcedFrom).toISOString() : null
    }))
  }
}

/** Returns a timestamp as an input for local times has it. Seconds are left out if there are none. */
function localTime(timestamp: string): string {
  const time = new Date(timestamp)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 23)
    .replace(/(:00)?\.000$/, '')
}

/** The requirements from the weakest to the strongest. */
export const requirements: readonly Requirement[] = ['OPTIONAL', 'RECOMMENDED', 'REQUIRED']

/** Returns the requirements that a category can choose: those not weaker than the inherited one. */
export function allowedRequirements(inherited: Requirement | undefined): readonly Requirement[] {
  return requirements.slice(inherited ? requirements.indexOf(inherited) : 0)
}

const fields = /^\/attributes\/\d+(\/(attribute|requirement|enforcedFrom))?$/

/** True for the pointers of errors that the form shows at a field. */
export function isField(pointer: string): boolean {
  return fields.test(pointer) || pointer === '/attributes'
}
