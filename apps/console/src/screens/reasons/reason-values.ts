import type { Fault, ReasonTemplate, ReasonTemplateField, ReasonTemplatePatch } from '@purveyor/client'

/** What a person can change of a reason. */
export type ReasonContent = { code: string; text: string; fields: ReasonTemplateField[] }

/** What a person has typed. A suggested code follows the text until the person changes it. */
export type ReasonValues = ReasonContent & { isCodeSuggested: boolean }

/** Returns the values of a form before anything was typed. */
export function valuesOf(template: ReasonTemplate | undefined): ReasonValues {
  if (!template) return { code: '', text: '', fields: [], isCodeSuggested: true }
  return { ...contentOf(template), isCodeSuggested: false }
}

export function contentOf({ code, text, fields }: ReasonContent): ReasonContent {
  return { code, text, fields }
}

/** Returns the fields of which the values differ from those of a reason, with the new values. */
export function changesOf(values: ReasonContent, base: ReasonContent): ReasonTemplatePatch {
  return {
    ...(values.code !== base.code && { code: values.code }),
    ...(values.text.trim() !== base.text && { text: values.text }),
    ...(!sameFields(values.fields, base.fields) && { fields: values.fields })
  }
}

export function isSame(values: ReasonContent, base: ReasonContent): boolean {
  return Object.keys(changesOf(values, base)).length === 0
}

/** True for the pointers of errors that the form shows at a field. */
export function isField(pointer: string): boolean {
  return /^\/(code|text|fields)(\/|$)/.test(pointer)
}

function sameFields(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((field) => b.includes(field))
}

/** Returns a code in the form that the API accepts: `wrong image` becomes `WRONG_IMAGE`. */
export function normalizedCode(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
}

/** Splits the errors of a response into those of each field of the form, and true if there are others. */
export function faultsByField(faults: readonly Fault[]) {
  const found: { [field in keyof ReasonContent]?: Fault } = {}
  let hasOthers = false
  for (const fault of faults) {
    const field = (['code', 'text', 'fields'] as const).find((name) => fault.pointer?.split('/')[1] === name)
    if (field) found[field] ??= fault
    else hasOthers = true
  }
  return { ...found, hasOthers }
}
