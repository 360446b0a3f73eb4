import type { ConditionName, FormConditions } from './rule-form.ts'

/** The value that a condition has when it is added, for all conditions in the order in which they are shown. */
const initial: Required<FormConditions> = {
  kinds: ['PRODUCT'],
  vendorIds: [],
  minTrust: 'TRUSTED',
  categoryIds: [],
  onlyFields: ['name', 'shortDescription', 'description'],
  maxTextChange: 0.2,
  minImages: 1,
  maxVendorPrice: '',
  withoutWords: [],
  withoutLinks: true,
  missingAttributes: true
}

/** All conditions, in the order in which the menu offers them and the form shows them. */
export const conditionNames = Object.keys(initial) as ConditionName[]

/** Returns the names of the conditions that a form has. */
export function presentConditions(when: FormConditions): ConditionName[] {
  return conditionNames.filter(
    (name) => when[name] !== undefined && (when[name] !== false || name === 'missingAttributes')
  )
}

/** True for conditions that only staged edits can have. */
export function isOfRevisions(name: ConditionName): boolean {
  return name === 'onlyFields' || name === 'maxTextChange'
}

/** Returns the conditions with a further one, with the value that is most usual. */
export function withCondition(when: FormConditions, name: ConditionName): FormConditions {
  const isRevision = when.onlyFields !== undefined || when.maxTextChange !== undefined
  if (name === 'kinds' && isRevision) return { ...when, kinds: ['REVISION'] }
  if (isOfRevisions(name) && when.kinds && !when.kinds.includes('REVISION'))
    return { ...when, kinds: ['REVISION'], [name]: structuredClone(initial[name]) }
  return { ...when, [name]: structuredClone(initial[name]) }
}

/** Returns the conditions without one of them. */
export function withoutCondition(when: FormConditions, name: ConditionName): FormConditions {
  const { [name]: _, ...others } = when
  return others
}
