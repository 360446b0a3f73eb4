import type { Attribute, AttributePatch, NewAttribute } from '@purveyor/client'
import { pointDecimal } from '../../../ui/decimal.ts'
import { isEqual } from '../../../ui/merge-changes.ts'

export type AttributeType = Attribute['type']

/** An option of the form. `isStored` options keep their code. */
export type OptionValues = {
  key: string
  code: string
  label: string
  facetValueId: string | null
  isStored?: true
}

/** What a person types for an attribute. Numbers are text, as typed. */
export type DefinitionValues = {
  code: string
  name: string
  help: string
  type: AttributeType
  level: Attribute['level']
  unit: string
  min: string
  max: string
  maxLength: string
  pattern: string
  facetId: string | null
  isWatched: boolean
  options: OptionValues[]
}

export const emptyDefinition: DefinitionValues = {
  ...{ code: '', name: '', help: '', type: 'TEXT', level: 'PRODUCT', unit: '' },
  ...{ min: '', max: '', maxLength: '', pattern: '', facetId: null, isWatched: false, options: [] }
}

/** Returns what the form shows for an attribute. */
export function valuesOf(attribute: Attribute): DefinitionValues {
  const { code, name, help, type, level, unit, min, max, maxLength, pattern, facetId, isWatched } = attribute
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    ...{ code, name, type, level, facetId, isWatched },
    ...{ help: text(help), unit: text(unit), min: text(min), max: text(max) },
    ...{ maxLength: text(maxLength), pattern: text(pattern) },
    options: attribute.options.map((option) => ({ ...option, key: option.code, isStored: true as const }))
  }
}

export const isNumeric = (type: AttributeType) => type === 'NUMBER' || type === 'INTEGER'
export const hasOptions = (type: AttributeType) => type === 'OPTION' || type === 'OPTIONS'

/** Returns the body that creates an attribute. Only what belongs to the type is sent. */
export function newAttributeOf(values: DefinitionValues): NewAttribute {
  const { code, type, level } = values
  return { code: code.trim(), type, level, ...changeableOf(values) }
}

/** Returns what differs from a stored attribute. */
export function patchOf(values: DefinitionValues, stored: DefinitionValues): AttributePatch {
  const before: Record<string, unknown> = changeableOf(stored)
  const changed = Object.entries(changeableOf(values)).filter(
    ([name, value]) => !isEqual(value, before[name])
  )
  return Object.fromEntries(changed)
}

function changeableOf(values: DefinitionValues) {
  const { name, type, isWatched, facetId } = values
  return {
    ...{ name: name.trim(), help: textOrNull(values.help), isWatched },
    ...(isNumeric(type) && {
      ...{ unit: textOrNull(values.unit), min: numberOf(values.min), max: numberOf(values.max) }
    }),
    // A pattern may end with a space.
    ...(type === 'TEXT' && { maxLength: numberOf(values.maxLength), pattern: values.pattern || null }),
    ...(hasOptions(type) && {
      facetId,
      options: values.options.map(({ code, label, facetValueId }) => ({
        ...{ code: code.trim(), label: label.trim() },
        ...(facetId !== null && facetValueId !== null && { facetValueId })
      }))
    })
  }
}

function textOrNull(text: string): string | null {
  return text.trim() || null
}

/** Returns the number of a text, or the text itself, so that the service says what is wrong with it. */
function numberOf(text: string): number | null {
  const point = pointDecimal(text)
  if (point === '') return null
  return /^-?\d+(\.\d+)?$/.test(point) ? Number(point) : (point as unknown as number)
}

/** The fields whose changes can make values of products invalid. */
const restricting = new Set(['min', 'max', 'maxLength', 'pattern', 'options'])

/** True if a change can give products issues. */
export function canAffect(patch: AttributePatch): boolean {
  return Object.keys(patch).some((field) => restricting.has(field))
}

const fields = /^\/(code|name|help|type|level|unit|min|max|maxLength|pattern|facetId)$/
const optionFields = /^\/options(\/\d+(\/(code|label|facetValueId))?)?$/

/** True for the pointers of errors that the form shows at a field. */
export function isField(pointer: string): boolean {
  return fields.test(pointer) || optionFields.test(pointer)
}

/** Returns the code that a name suggests, such as `chuck_size`. */
export function codeOfName(name: string): string {
  return plain(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, 64)
    .replace(/_$/, '')
}

/** Returns the code that the label of an option suggests, such as `quick-change-hex`. */
export function codeOfLabel(label: string): string {
  return plain(label)
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 64)
    .replace(/[-.]$/, '')
}

/** Returns a text in small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Returns the options of pasted lines: a label on each, and perhaps a code after a tab or a semicolon. */
export function optionsOfLines(text: string): { code: string; label: string }[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t;]/).map((part) => part.trim()))
    .flatMap(([label = '', code = '']) => (label ? [{ label, code: code || codeOfLabel(label) }] : []))
}
