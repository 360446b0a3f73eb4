import type { attributesTexts } from '../../texts/attributes.ts'
import type { AttributeField } from './attribute-field.ts'
import { attributeProblem } from './attribute-problem.ts'

/** What the text of a value needs besides its definition. */
export type AttributeWording = { texts: typeof attributesTexts; day: (date: string) => string }

/** Returns a value of an attribute as people read it. Without a definition, it is the text of the JSON value. */
export function attributeText(
  field: AttributeField | undefined,
  value: unknown,
  { texts, day }: AttributeWording
): string {
  if (value === undefined || value === null) return ''
  if (!field || attributeProblem(field, value, texts.problem)) return rawText(value)
  switch (field.type) {
    case 'NUMBER':
    case 'INTEGER':
      return withUnit(String(value), field.unit)
    case 'BOOLEAN':
      return value ? texts.yes : texts.no
    case 'DATE':
      return day(String(value))
    case 'OPTION':
    case 'OPTIONS':
      return [value]
        .flat()
        .map((code) => optionLabel(field, code))
        .join(', ')
    case 'TEXT':
      return String(value)
  }
}

/** Returns a JSON value as text. */
export function rawText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a number with its unit. */
export function withUnit(number: string, unit: string | undefined): string {
  return unit ? `${number} ${unit}` : number
}

function optionLabel({ options }: AttributeField, value: unknown): string {
  return options.find(({ code }) => code === value)?.label ?? rawText(value)
}

/** An attribute of two maps, as people read it. `before` or `after` is undefined if the map doesn't have it. */
export type ComparedAttribute = {
  code: string
  label: string
  before: string | undefined
  after: string | undefined
}

/** Returns the attributes of two maps: the defined ones in the order of their definitions, then the others. */
export function compareAttributes(
  { fields, wording }: { fields: readonly AttributeField[]; wording: AttributeWording },
  before: Record<string, unknown>,
  after: Record<string, unknown>
): ComparedAttribute[] {
  const codes = new Set([...Object.keys(before), ...Object.keys(after)])
  const defined = fields.filter(({ code }) => codes.has(code))
  const others = [...codes].filter((code) => !fields.some((field) => field.code === code)).sort()
  const text = (map: Record<string, unknown>, code: string, field?: AttributeField) =>
    Object.hasOwn(map, code) ? attributeText(field, map[code], wording) : undefined
  return [
    ...defined.map((field) => ({
      ...{ code: field.code, label: field.label },
      ...{ before: text(before, field.code, field), after: text(after, field.code, field) }
    })),
    ...others.map((code) => ({ code, label: code, before: text(before, code), after: text(after, code) }))
  ]
}
