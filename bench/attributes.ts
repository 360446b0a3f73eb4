import type { Sql } from '../apps/api/src/db/connect.ts'
import { type BenchAttribute, insertAttributes, type Listed } from './attribute-queries.ts'

const optionsOf = (...codes: string[]) => codes.map((code) => ({ code, label: code.replaceAll('_', ' ') }))

/** The attribute whose options can be facet values. */
export const facetCode = 'finish'

/** The attributes that all categories have, and three groups of which each category has one. */
const common: BenchAttribute[] = [
  { code: 'warranty_months', type: 'INTEGER', level: 'PRODUCT', unit: 'months', min: 0, max: 240 },
  {
    ...{ code: facetCode, type: 'OPTION', level: 'VARIANT' },
    options: optionsOf('black', 'white', 'silver', 'slate_blue', 'red', 'green', 'gold', 'rose')
  }
]
const groups: BenchAttribute[][] = [
  [
    { code: 'voltage', type: 'NUMBER', level: 'VARIANT', unit: 'V', min: 0, max: 1000 },
    { code: 'plug', type: 'OPTION', level: 'VARIANT', options: optionsOf('A', 'B', 'C', 'F', 'G', 'I') },
    { code: 'is_cordless', type: 'BOOLEAN', level: 'PRODUCT' },
    { code: 'model_code', type: 'TEXT', level: 'PRODUCT', maxLength: 40, pattern: '^[A-Z]{2}-[0-9]+$' }
  ],
  [
    { code: 'length', type: 'NUMBER', level: 'VARIANT', unit: 'mm', min: 0, max: 100_000 },
    { code: 'material', type: 'OPTION', level: 'VARIANT', options: optionsOf('steel', 'plastic', 'wood') },
    { code: 'released', type: 'DATE', level: 'PRODUCT' },
    { code: 'certificates', type: 'OPTIONS', level: 'PRODUCT', options: optionsOf('CE', 'FCC', 'UL', 'RoHS') }
  ],
  [
    { code: 'capacity', type: 'INTEGER', level: 'VARIANT', unit: 'GB', min: 0, max: 100_000 },
    { code: 'energy_class', type: 'OPTION', level: 'PRODUCT', options: optionsOf('A', 'B', 'C', 'D', 'E') },
    { code: 'series', type: 'TEXT', level: 'PRODUCT', maxLength: 60 },
    { code: 'has_display', type: 'BOOLEAN', level: 'VARIANT' }
  ]
]
const requirements = ['REQUIRED', 'RECOMMENDED', 'OPTIONAL', 'OPTIONAL']

/** Inserts 14 attributes. Returns the lists that give each of the categories six of them. */
export async function defineAttributes(sql: Sql, categoryIds: string[]): Promise<Listed[]> {
  await insertAttributes(sql, [...common, ...groups.flat()])
  return categoryIds.flatMap((categoryId, index) =>
    [...common, ...(groups[index % groups.length] ?? [])].map(({ code }, n) => ({
      ...{ categoryId, code, requirement: requirements[n % requirements.length] ?? 'OPTIONAL' }
    }))
  )
}

/** Returns valid values of the six attributes that a product has in the category with an index. */
export function attributesAt(index: number, category: number): Record<string, unknown> {
  const attributes = [...common, ...(groups[category % groups.length] ?? [])]
  return Object.fromEntries(attributes.map((one) => [one.code, exampleOf(one, index)]))
}

function exampleOf({ type, options = [] }: BenchAttribute, index: number): unknown {
  const option = options[index % options.length]?.code
  switch (type) {
    case 'TEXT':
      return `AB-${index}`
    case 'NUMBER':
      return (index % 1000) + 0.5
    case 'INTEGER':
      return index % 240
    case 'BOOLEAN':
      return index % 2 === 0
    case 'DATE':
      return `2026-0${1 + (index % 9)}-1${index % 10}`
    case 'OPTIONS':
      return options.slice(index % options.length).map(({ code }) => code)
    default:
      return option
  }
}
