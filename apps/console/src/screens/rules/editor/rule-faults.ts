import type { Fault } from '@purveyor/client'
import type { rulesTexts } from '../../../texts/rules.ts'
import { isOfRevisions, presentConditions } from './conditions.ts'
import type { RuleForm } from './rule-form.ts'

/** An error of a field of the form, such as that of `/when/vendorIds/3`. */
export type FieldFault = { pointer: string; message: string }

/** Returns the errors of conditions that aren't complete, or that no entry can meet. They can't be previewed. */
export function conditionFaults({ when }: RuleForm, texts: (typeof rulesTexts)['form']): FieldFault[] {
  const incomplete = presentConditions(when).flatMap((name) => {
    const value = when[name]
    if (Array.isArray(value) && value.length === 0)
      return [{ pointer: `/when/${name}`, message: texts.choose }]
    return value === '' ? [{ pointer: `/when/${name}`, message: texts.required }] : []
  })
  return [...incomplete, ...contradictions({ when }, texts)]
}

/** Returns the errors of conditions of staged edits in a rule for new products only. They are shown at once. */
export function contradictions(
  { when }: Pick<RuleForm, 'when'>,
  texts: (typeof rulesTexts)['form']
): FieldFault[] {
  if (!when.kinds?.length || when.kinds.includes('REVISION')) return []
  return presentConditions(when)
    .filter(isOfRevisions)
    .map((name) => ({ pointer: `/when/${name}`, message: texts.onlyEdits }))
}

/** Returns all errors of a form that are known before it is sent. */
export function formFaults(form: RuleForm, texts: (typeof rulesTexts)['form']): FieldFault[] {
  const faults = conditionFaults(form, texts)
  if (form.name.trim() === '') faults.push({ pointer: '/name', message: texts.nameRequired })
  if (form.then !== 'REJECT') return faults
  if (form.reasons.length === 0) faults.push({ pointer: '/reasons', message: texts.reasonRequired })
  form.reasons.forEach(({ text }, index) => {
    if (text.trim() === '') faults.push({ pointer: `/reasons/${index}/text`, message: texts.required })
  })
  return faults
}

const pointers = [
  /^\/(name|isActive|then|samplePercent|reasons)$/,
  /^\/reasons\/\d+\/(text|code|pointer)$/,
  /^\/when\/\w+(\/\d+)?$/
]

/** Splits the errors of a response into those that the form shows at a field, and true if there are others. */
export function placeFaults(faults: readonly Fault[], form: RuleForm) {
  const present = new Set<string>(presentConditions(form.when))
  const placed: FieldFault[] = []
  for (const { pointer, message } of faults) {
    if (!pointer || !pointers.some((pattern) => pattern.test(pointer))) continue
    const [, field, condition = ''] = pointer.split('/')
    if (field !== 'when' || present.has(condition)) placed.push({ pointer, message })
  }
  return { placed, hasOthers: placed.length < faults.length }
}

/**
 * Returns the messages of a field and of its elements. `nameOf` names an element of a list.
 */
export function messageAt(
  faults: readonly FieldFault[],
  pointer: string,
  nameOf?: (index: number) => string
): string | undefined {
  const messages = faults.flatMap((fault) => {
    if (fault.pointer === pointer) return [fault.message]
    const [, index] = fault.pointer.startsWith(`${pointer}/`)
      ? fault.pointer.slice(pointer.length).split('/')
      : []
    return index !== undefined && nameOf ? [`${nameOf(Number(index))}: ${fault.message}`] : []
  })
  return messages.length > 0 ? [...new Set(messages)].join(' · ') : undefined
}
