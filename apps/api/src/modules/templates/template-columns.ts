import type { ColumnFormat } from '@purveyor/spreadsheets'
import { statedCode } from '../../../../../packages/client/src/catalog-file/attribute-fields.ts'
import { fields, headerKey } from '../../../../../packages/client/src/catalog-file/fields.ts'
import { optionSeparator, optionText } from '../bulk-items/workbook/option-text.ts'
import type { Attribute, Requirement } from '../products/attributes/definition.ts'
import type { EffectiveAttribute } from '../products/attributes/definitions.ts'
import { maxNumber, maxText } from '../products/attributes/value-schema.ts'
import { type FieldColumn, fieldColumns, type Units } from './field-columns.ts'

/** The column of an attribute. */
export type AttributeColumn = {
  attribute: Attribute
  header: string
  requirement: Requirement
  /** From when on a required attribute must have a value, in milliseconds since 1970. Null: it already must. */
  enforcedFrom: number | null
  /** The ids of the categories whose products have the attribute. Empty if all of the template have it. */
  categoryIds: string[]
  format: ColumnFormat
  width: number
}

/** A column of a template. */
export type TemplateColumn =
  | { field: FieldColumn; attribute?: never }
  | { attribute: AttributeColumn; field?: never }

/** An attribute of the categories of a template, and those of them whose products have it, if not all have. */
export type TemplateAttribute = EffectiveAttribute & { categoryIds: string[] }

/** What the columns of a template depend on. */
export type ColumnInput = {
  attributes: readonly TemplateAttribute[]
  /** All attributes of the marketplace. Files can have a column for any of them, so headers must be clear among all. */
  all: readonly Attribute[]
  units: Units
  /**
   * Keys of attributes of variants that have no definition, and whose values are texts. Their headers name the key, as in
   * `attributes.finish`.
   */
  freeKeys?: readonly string[]
}

/** Returns the columns of a template, in their order. */
export function templateColumns({ attributes, all, units, freeKeys = [] }: ColumnInput): TemplateColumn[] {
  const { first, last } = fieldColumns(units)
  const headers = attributeHeaders(all)
  return [
    ...first.map((field) => ({ field })),
    ...attributes.map((one) => ({
      attribute: attributeColumn(one, headers.get(one.attribute.code) ?? one.attribute.name)
    })),
    ...freeKeys.map((key) => ({ attribute: freeColumn(key) })),
    ...last.map((field) => ({ field }))
  ]
}

/** The names of columns that mean a field, in the form in which they are compared. */
const fieldNames = new Set(
  fields.flatMap(({ name, names, doubtfulNames = [] }) => [headerKey(name), ...names, ...doubtfulNames])
)

/**
 * Returns the headers of the columns of attributes by their codes: the name with the unit in parentheses. If another column
 * could have this header too, it is the name with the code in brackets, such as `Length [length_2]`.
 */
export function attributeHeaders(attributes: readonly Attribute[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const one of attributes) {
    const key = headerKey(plainHeader(one))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const codes = new Set(attributes.map(({ code }) => code.toLowerCase()))
  return new Map(
    attributes.map((one) => {
      const header = plainHeader(one)
      const key = headerKey(header)
      const isCodeOfOther = codes.has(header.toLowerCase()) && header.toLowerCase() !== one.code.toLowerCase()
      const isTaken = counts.get(key) !== 1 || fieldNames.has(key) || isCodeOfOther
      const isClear = !isTaken && key !== '' && statedCode(header) === undefined
      return [one.code, isClear ? header : `${one.name} [${one.code}]`]
    })
  )
}

function plainHeader({ name, unit }: Attribute): string {
  return unit === null ? name : `${name} (${unit})`
}

/** Returns those keys of attributes without a definition that a column can name. */
export function nameableKeys(keys: readonly string[], all: readonly Attribute[]): string[] {
  const codes = new Set(all.map(({ code }) => code.toLowerCase()))
  return keys.filter((key) => /^[^\s[\]]{1,100}$/.test(key) && !codes.has(key.toLowerCase()))
}

function freeColumn(key: string): AttributeColumn {
  const help = 'An attribute of your variants that the marketplace does not define.'
  const none = { help, unit: null, min: null, max: null, maxLength: null, pattern: null, facetId: null }
  const attribute: Attribute = {
    ...{
      ...none,
      id: '',
      code: key,
      name: key,
      type: 'TEXT',
      options: [],
      level: 'VARIANT',
      isWatched: false
    }
  }
  const column = { attribute, requirement: 'OPTIONAL', enforcedFrom: null, categoryIds: [] } as const
  return attributeColumn({ ...column, categoryId: '', categoryIds: [] }, `attributes.${key}`)
}

function attributeColumn(
  { attribute, requirement, enforcedFrom, categoryIds }: TemplateAttribute,
  header: string
): AttributeColumn {
  const format = formats[attribute.type]
  return {
    attribute,
    header,
    requirement,
    enforcedFrom,
    categoryIds,
    format,
    width: widthOf(attribute, header)
  }
}

/** Returns a width with which the words of the header, which are bold, and most options are not cut off. */
function widthOf({ type, options }: Attribute, header: string): number {
  const word = Math.max(...header.split(' ').map(({ length }) => length)) * 1.15 + 2
  const option = Math.max(0, ...options.map(({ label }) => label.length)) + 3
  return Math.min(Math.max(header.length * 0.75, word, option, type === 'TEXT' ? 20 : 12), 26)
}

const formats: Record<Attribute['type'], ColumnFormat> = {
  TEXT: 'text',
  NUMBER: 'general',
  INTEGER: 'integer',
  BOOLEAN: 'text',
  DATE: 'date',
  OPTION: 'text',
  OPTIONS: 'text'
}

/** What a column is, in words for people. */
export type ColumnWords = {
  header: string
  code: string
  requirement: Requirement
  need: string
  type: string
  unit: string
  limits: string
  help: string
  example: string
}

const needs: Record<Requirement, string> = {
  REQUIRED: 'Required',
  RECOMMENDED: 'Recommended',
  OPTIONAL: 'Optional'
}

/** Describes a column in words. `pathOf` returns the path of a category. */
export function columnWords(
  column: TemplateColumn,
  units: Units,
  pathOf: (id: string) => string
): ColumnWords {
  return column.field ? fieldWords(column.field, units) : attributeWords(column.attribute, pathOf)
}

function fieldWords(field: FieldColumn, { currency, weightUnit }: Units): ColumnWords {
  const { name, header, type, isRequired, maxLength, help, example, isUnfilled } = field
  const requirement = isRequired ? 'REQUIRED' : 'OPTIONAL'
  return {
    ...{ header, code: name, requirement, need: needs[requirement], type: fieldTypes[type], example },
    unit: type === 'money' ? currency : name === 'weight' ? weightUnit : '',
    limits: fieldLimits(type, maxLength),
    help: [help, isUnfilled].filter(Boolean).join(' ')
  }
}

const fieldTypes: Record<FieldColumn['type'], string> = {
  text: 'Text',
  money: 'Amount',
  number: 'Number',
  whole: 'Whole number',
  yesNo: 'Yes or No',
  category: 'Choice'
}

function fieldLimits(type: FieldColumn['type'], maxLength: number | undefined): string {
  if (type === 'money') return '0 or more, with up to 4 decimal places'
  if (type === 'number' || type === 'whole') return '0 or more'
  return maxLength === undefined || type !== 'text' ? '' : `At most ${maxLength} characters`
}

function attributeWords(column: AttributeColumn, pathOf: (id: string) => string): ColumnWords {
  const { attribute, header, requirement } = column
  const { code, help, unit, type } = attribute
  return {
    ...{ header, code, requirement, need: needOf(column), type: attributeTypes[type], unit: unit ?? '' },
    limits: attributeLimits(attribute),
    help: [help && sentence(help), usedIn(column, pathOf)].filter(Boolean).join(' '),
    example: exampleOf(attribute)
  }
}

/** Returns the text with a full stop at its end, unless it ends with another mark. */
function sentence(text: string): string {
  return /[.!?:;)]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}

/** A requirement that is enforced later names the day from which on it is. */
function needOf({ requirement, enforcedFrom }: AttributeColumn): string {
  if (requirement !== 'REQUIRED' || enforcedFrom === null || enforcedFrom <= Date.now())
    return needs[requirement]
  return `Required from ${new Date(enforcedFrom).toISOString().slice(0, 10)}`
}

const maxListed = 5

function usedIn({ categoryIds }: AttributeColumn, pathOf: (id: string) => string): string {
  if (categoryIds.length === 0) return ''
  const listed = categoryIds.slice(0, maxListed).map(pathOf)
  const others = categoryIds.length - listed.length
  return `Only for products in ${listed.join('; ')}${others > 0 ? ` and ${others} more` : ''}.`
}

const attributeTypes: Record<Attribute['type'], string> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  INTEGER: 'Whole number',
  BOOLEAN: 'Yes or No',
  DATE: 'Date',
  OPTION: 'Choice',
  OPTIONS: 'Several choices'
}

function attributeLimits({ type, min, max, maxLength, pattern }: Attribute): string {
  switch (type) {
    case 'TEXT':
      return `At most ${maxLength ?? maxText} characters${pattern === null ? '' : `; must match ${pattern}`}`
    case 'NUMBER':
    case 'INTEGER':
      return range(min, max)
    case 'OPTION':
      return 'One value of the list'
    case 'OPTIONS':
      return `One or more values of the list, separated by ${optionSeparator}`
    default:
      return ''
  }
}

function range(min: number | null, max: number | null): string {
  const [low, high] = [min ?? -maxNumber, max ?? maxNumber].map(plain)
  if (min !== null && max !== null) return `From ${low} to ${high}`
  if (min !== null) return `${low} or more`
  return max === null ? '' : `At most ${high}`
}

/** Returns a number without an exponent. */
function plain(number: number): string {
  return number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}

function exampleOf(attribute: Attribute): string {
  const { type, min, max, options } = attribute
  switch (type) {
    case 'NUMBER':
    case 'INTEGER':
      return plain(min ?? (max !== null && max < 10 ? max : 10))
    case 'BOOLEAN':
      return 'Yes'
    case 'DATE':
      return '2026-03-31'
    case 'OPTION':
    case 'OPTIONS':
      return options
        .slice(0, type === 'OPTION' ? 1 : 2)
        .map((option) => optionText(attribute, option))
        .join(`${optionSeparator} `)
    default:
      return ''
  }
}
