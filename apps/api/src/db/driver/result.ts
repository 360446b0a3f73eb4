import pg from 'pg'
import type { Row, Rows } from './statement.ts'

/** The object identifiers of types in PostgreSQL, from its catalog `pg_type`. */
const oids = { text: 25, textArray: 1009, bytea: 17 }

const asIs = (text: string) => text
const toIso = (text: string) => (text.endsWith('infinity') ? text : new Date(text).toISOString())

/**
 * How values arrive from the database. All other types stay text: `numeric` and `bigint`, because a JavaScript
 * number can't represent all of their digits, and `date`, because it has no time zone. `timestamptz` becomes
 * ISO 8601 text in UTC with milliseconds, or `infinity` or `-infinity`.
 */
const scalars: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't',
  17: pg.types.getTypeParser(oids.bytea),
  20: asIs,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1184: toIso,
  1700: asIs,
  3802: JSON.parse
}

/** The types of arrays, with the type of their elements. */
const arrays: Record<number, number> = {
  199: 114,
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
  3807: 3802
}

const parseTexts: (text: string) => unknown[] = pg.types.getTypeParser(oids.textArray)

function parserOf(oid: number): (text: string) => unknown {
  const element = arrays[oid]
  if (element === undefined) return scalars[oid] ?? asIs
  const parse = scalars[element]
  if (!parse) return parseTexts
  const parseElement = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(parseElement)
    return typeof value === 'string' ? parse(value) : value
  }
  return (text) => parseTexts(text).map(parseElement)
}

const parsers = new Map<number, (text: string) => unknown>()

/** The option `types` of the driver. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => {
    const cached = parsers.get(oid)
    if (cached) return cached
    const parser = parserOf(oid)
    parsers.set(oid, parser)
    return parser
  }) as typeof pg.types.getTypeParser
}

const camelCased = new Map<string, string>()

function toCamelCase(column: string): string {
  let name = camelCased.get(column)
  if (name === undefined) {
    name = column.replace(/(?<=.)_(.)/g, (_, letter: string) => letter.toUpperCase())
    camelCased.set(column, name)
  }
  return name
}

/**
 * Returns the rows of a result with names of columns in camelCase. If the text had several statements, returns
 * the rows of the last one.
 */
export function toRows(results: pg.QueryArrayResult | pg.QueryArrayResult[]): Rows {
  const result = Array.isArray(results) ? results.at(-1) : results
  const names = result?.fields.map(({ name }) => toCamelCase(name)) ?? []
  const rows = result?.rows.map((values) => toRow(names, values)) ?? []
  return Object.defineProperty(rows, 'count', { value: result?.rowCount ?? 0 }) as unknown as Rows
}

function toRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]
  return row
}
