import { type Field, headerKey } from './fields.ts'
import type { NumberReading } from './numbers.ts'

/** What a file needs to know about an attribute that the marketplace defines. */
export type AttributeDefinition = {
  code: string
  name: string
  type: 'TEXT' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'DATE' | 'OPTION' | 'OPTIONS'
  unit: string | null
  level: 'PRODUCT' | 'VARIANT'
  options: readonly { code: string; label: string }[]
}

/** The fields of attributes, and the names of columns that more than one attribute has, in the form of `headerKey`. */
export type AttributeFields = { fields: Field[]; ambiguous: ReadonlyMap<string, string[]> }

/** Returns the name of the field for an attribute. */
export function attributeFieldName(code: string): string {
  return `attributes/${code}`
}

/**
 * Returns the names of the columns of attributes in files: the name of the attribute with its unit in parentheses, such as
 * "Voltage (V)". If several attributes would have the same name, their codes follow: "Size [size_eu]".
 */
export function attributeHeaders(definitions: readonly AttributeDefinition[]): Map<string, string> {
  const keys = definitions.map((one) => headerKey(shownName(one)))
  const isUnique = (index: number) => keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '')
  return new Map(
    definitions.map((one, index) => [
      one.code,
      isUnique(index) ? shownName(one) : `${one.name} [${one.code}]`
    ])
  )
}

/** Returns a field for each attribute. A column has the attribute if its name is that of `attributeHeaders`. */
export function attributeFields(definitions: readonly AttributeDefinition[]): AttributeFields {
  const byName = new Map<string, string[]>()
  for (const one of definitions) {
    const key = headerKey(shownName(one))
    byName.set(key, [...(byName.get(key) ?? []), one.code])
  }
  const fields = definitions.map((attribute): Field => {
    const key = headerKey(shownName(attribute))
    const names = byName.get(key)?.length === 1 ? [key] : []
    return { name: attributeFieldName(attribute.code), kind: 'text', names, attribute }
  })
  return { fields, ambiguous: new Map([...byName].filter(([, codes]) => codes.length > 1)) }
}

/** Returns the code that the name of a column states: in brackets at its end, or after `attributes.`. */
export function statedCode(column: string): string | undefined {
  return /\[([^[\]]+)\]\s*$/.exec(column)?.[1] ?? /^attributes[./](\S+)$/i.exec(column)?.[1]
}

function shownName({ name, unit }: AttributeDefinition): string {
  return unit === null || unit === '' ? name : `${name} (${unit})`
}

/**
 * Converts the text of a cell to a value of an attribute: a number, true or false, or the codes of options, which may be
 * written as their labels. Several options are separated by `;` or `///`. A text that isn't such a value is returned as it
 * is, so that the service refuses it. In files with decimal commas, `1.234` isn't clear, so it is refused too.
 */
export function readAttribute(
  { type, unit, options }: AttributeDefinition,
  text: string,
  { decimalComma = false }: Pick<NumberReading, 'decimalComma'> = {}
): unknown {
  switch (type) {
    case 'NUMBER': {
      if (decimalComma && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return text
      const read = readNumber(decimalComma ? text.replace(',', '.') : text, unit)
      return typeof read === 'number' ? read : text
    }
    case 'INTEGER':
      return /^-?\d+(?:\.0*)?$/.test(text) ? readNumber(text, unit) : text
    case 'BOOLEAN':
      if (/^(?:true|yes|y)$/i.test(text)) return true
      return /^(?:false|no|n)$/i.test(text) ? false : text
    case 'OPTION':
      return findOption(options, text) ?? text
    case 'OPTIONS': {
      const whole = findOption(options, text)
      if (whole !== undefined) return [whole]
      const parts = text.split(/\s*(?:;|\/{3}|\n)\s*/).filter((part) => part.trim() !== '')
      return parts.map((part) => findOption(options, part.trim()) ?? part.trim())
    }
    default:
      return text
  }
}

function findOption(options: AttributeDefinition['options'], text: string): string | undefined {
  if (options.some(({ code }) => code === text)) return text
  const key = text.toLowerCase()
  const isSame = (other: string) => other.toLowerCase() === key
  // Templates have the code behind a label that is not clear, as in `Red [red-2]`.
  const found =
    options.find(({ code, label }) => isSame(`${label} [${code}]`)) ??
    options.find(({ label }) => isSame(label)) ??
    options.find(({ code }) => isSame(code))
  return found?.code
}

/** A percentage has the number that is shown if its unit is %, and otherwise that number divided by 100. */
function readNumber(text: string, unit: string | null): unknown {
  const [, digits, percent] = /^(-?(?:\d+\.?\d*|\.\d+))\s*(%?)$/.exec(text) ?? []
  if (digits === undefined) return text
  const value = Number(percent === '%' && unit !== '%' ? `${digits}e-2` : digits)
  const significant = digits.replace(/^-?0*\.?0*/, '').replace('.', '')
  // A number of more digits would change when it is stored.
  return significant.length <= 15 || Number.isSafeInteger(value) ? value : text
}
