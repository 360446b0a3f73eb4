import type { attributesTexts } from '../../texts/attributes.ts'
import type { AttributeField } from './attribute-field.ts'

/** All integers of this size are exact in JSON. */
const maxNumber = 1e15
/** The length up to which a pattern is tried while one types. */
const maxTried = 200

/**
 * Returns what is wrong with a value, by the rules of the service, or undefined. A pattern that could take a browser long is
 * left to the service.
 */
export function attributeProblem(
  field: AttributeField,
  value: unknown,
  texts: (typeof attributesTexts)['problem']
): string | undefined {
  switch (field.type) {
    case 'TEXT':
      return textProblem(field, value, texts)
    case 'NUMBER':
    case 'INTEGER':
      return numberProblem(field, value, texts)
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : texts.boolean
    case 'DATE':
      return typeof value === 'string' && isDate(value) ? undefined : texts.date
    case 'OPTION':
      return optionProblem(field, [value], texts)
    case 'OPTIONS':
      return Array.isArray(value) && value.length > 0 ? optionProblem(field, value, texts) : texts.options
  }
}

type Wording = (typeof attributesTexts)['problem']

function textProblem({ maxLength, pattern }: AttributeField, value: unknown, texts: Wording) {
  if (typeof value !== 'string' || value === '') return texts.text
  if (maxLength !== undefined && [...value].length > maxLength) return texts.tooLong(maxLength)
  if (pattern === undefined || value.length > maxTried || mayBacktrack(pattern)) return undefined
  return new RegExp(pattern, 'u').test(value) ? undefined : texts.pattern(pattern)
}

/** True if a pattern repeats a group, which can take exponential time in the engines of browsers. */
function mayBacktrack(pattern: string): boolean {
  return /\)[*+{]/.test(pattern)
}

function numberProblem({ type, min, max, unit }: AttributeField, value: unknown, texts: Wording) {
  if (typeof value !== 'number') return type === 'INTEGER' ? texts.integer : texts.number
  if (type === 'INTEGER' && !Number.isInteger(value)) return texts.integer
  if (value < (min ?? -maxNumber)) return texts.tooSmall(withUnit(min ?? -maxNumber, unit))
  return value > (max ?? maxNumber) ? texts.tooLarge(withUnit(max ?? maxNumber, unit)) : undefined
}

function withUnit(number: number, unit: string | undefined): string {
  return unit ? `${number} ${unit}` : String(number)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function optionProblem({ options }: AttributeField, values: unknown[], texts: Wording) {
  const unknown = values.find((value) => !options.some(({ code }) => code === value))
  if (unknown === undefined) return undefined
  return texts.unknownOption(typeof unknown === 'string' ? unknown : JSON.stringify(unknown))
}

/**
 * Returns the value of a typed number: `undefined` if nothing was typed, and the text itself if it isn't a number that JSON
 * represents exactly.
 */
export function typedNumber(text: string): number | string | undefined {
  if (text === '') return undefined
  const digits = text.replace(/^-?0*\.?0*|\./g, '')
  return /^-?\d+(\.\d+)?$/.test(text) && digits.length <= 15 ? Number(text) : text
}
