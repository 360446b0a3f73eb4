import { type Field, fields, findField, headerKey, isRepeatable, retailNames } from './fields.ts'

/** The content of a map file. Each part is optional. */
export type CatalogMap = {
  /** The field for each column, or null if the column isn't sent. Other columns are guessed. */
  columns: Record<string, string | null>
  /** For the text of a category in the file: the slug, path or id of a category, or null for no category. */
  categories: Record<string, string | null>
  /** The value of a field for rows whose cell is empty, or for all rows if no column has this field. */
  constants: Record<string, unknown>
}

/** A column, with the field that its cells set. The field is null if the column isn't sent. */
export type MappedColumn = {
  column: string
  index: number
  field: string | null
  /** The reason why the column isn't sent. */
  note?: string
}

/** How the columns of a file become fields. */
export type Mapping = { columns: MappedColumn[]; map: CatalogMap }

/** A column that probably means a required field that no other column has. */
export type Doubt = { column: string; field: string; mayBeRetail: boolean }

/** The result of `guessMapping`. The mapping can be used only if there are no problems. */
export type GuessedMapping = {
  mapping: Mapping
  /** Questions for the user. Each has a required field that no column has. */
  doubts: Doubt[]
  /** What is wrong, one sentence each. */
  problems: string[]
  /** The required fields that no column has, each with the columns that may have it. Each is one of the problems. */
  missing: { field: string; columns: string[] }[]
  /** The fields that several columns have. Each is one of the problems. */
  repeated: { field: string; columns: string[] }[]
}

/**
 * Maps columns to fields: first as `map` says, then by the names of the columns. If two columns could have the
 * same field, the one that is named like the field wins; otherwise, that is a problem. `known` are the fields that
 * the file can set.
 */
export function guessMapping(
  names: readonly string[],
  map: CatalogMap,
  known: readonly Field[] = fields
): GuessedMapping {
  const problems: string[] = []
  const repeated: GuessedMapping['repeated'] = []
  const columns = names.map((column, index): MappedColumn => ({ column, index, field: null }))
  const settled = applyMap({ columns, map, known }, problems, repeated)
  const open = columns.filter((column) => !settled.has(column) && !column.column.startsWith('_'))
  const isTaken = (field: Field) => !isRepeatable(field) && fieldsOf(columns).has(field.name)
  for (const field of known.filter((one) => !isTaken(one))) {
    const { guessedWith } = field
    if (guessedWith !== undefined && !fieldsOf(columns).has(guessedWith)) continue
    const [first, ...others] = field.prefersFirst ? firstOf(open, field) : candidates(open, field)
    if (!first) continue
    first.field = field.name
    if (isRepeatable(field)) for (const other of others) other.field = field.name
    else if (others.length > 0) {
      const same = [first, ...others]
      problems.push(severalColumns(field.name, same))
      repeated.push({ field: field.name, columns: same.map(({ column }) => column) })
    }
  }
  const doubts: Doubt[] = []
  const lacking: GuessedMapping['missing'] = []
  for (const field of missingFields({ columns, map, known })) {
    const found = doubtful(open, field)
    lacking.push({ field: field.name, columns: found.map(({ column }) => column) })
    if (found.length === 1 && found[0]) doubts.push(found[0])
    problems.push(missing(field, found))
  }
  for (const column of columns) addNote(column, columns)
  return { mapping: { columns, map }, doubts, problems, missing: lacking, repeated }
}

/** Returns a map without entries. */
export function emptyMap(): CatalogMap {
  return { columns: {}, categories: {}, constants: {} }
}

/** Returns a mapping like this one, with another field for a column. */
export function withColumn(map: CatalogMap, column: string, field: string | null): CatalogMap {
  return { ...map, columns: { ...map.columns, [column]: field } }
}

type Mapped = { columns: MappedColumn[]; map: CatalogMap; known: readonly Field[] }

function applyMap(
  { columns, map, known }: Mapped,
  problems: string[],
  repeated: GuessedMapping['repeated']
): Set<MappedColumn> {
  const isKnown = (field: string) => known.some(({ name }) => name === field)
  const settled = new Set<MappedColumn>()
  const unknownFields: string[] = []
  const unknownColumns: string[] = []
  for (const [name, field] of Object.entries(map.columns)) {
    const column = columns.find((one) => one.column === name) ?? columns.find(sameName(name))
    if (field !== null && !isKnown(field)) unknownFields.push(field)
    else if (!column && field !== null) unknownColumns.push(name)
    if (!column) continue
    settled.add(column)
    if (field === null || isKnown(field)) column.field = field
  }
  unknownFields.push(...Object.keys(map.constants).filter((field) => !isKnown(field)))
  if (unknownFields.length > 0) problems.push(...unknownProblems(unknownFields, { columns, map, known }))
  if (unknownColumns.length > 0)
    problems.push(`The file has no column ${list(unknownColumns)}, which the map names.`)
  for (const one of known) {
    const { name } = one
    const same = columns.filter(({ field }) => field === name)
    if (same.length < 2 || isRepeatable(one)) continue
    problems.push(severalColumns(name, same))
    repeated.push({ field: name, columns: same.map(({ column }) => column) })
  }
  return settled
}

/** `--column "vendor_price=Cost"` has the field and the column in the wrong order. */
function unknownProblems(unknownFields: string[], { columns, map, known }: Mapped): string[] {
  const swapped = Object.entries(map.columns).flatMap(([name, field]) => {
    const column = field !== null && findField(name) ? columns.find(sameName(field)) : undefined
    return column && !findField(field ?? '') ? [{ field, message: didYouMean(column.column, name) }] : []
  })
  const others = unknownFields.filter((field) => !swapped.some((one) => one.field === field))
  return [...swapped.map(({ message }) => message), ...(others.length > 0 ? [unknown(others, known)] : [])]
}

function didYouMean(column: string, field: string): string {
  return `There is no field "${column}". Did you mean "${column}=${field}"? The column comes first.`
}

function sameName(name: string): (column: MappedColumn) => boolean {
  const key = headerKey(name)
  return ({ column }) => headerKey(column) === key
}

/** Returns the column whose name comes first in the names of the field. */
function firstOf(columns: MappedColumn[], field: Field): MappedColumn[] {
  const rank = ({ column }: MappedColumn) => field.names.indexOf(headerKey(column))
  return namedLike(columns, field)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, 1)
}

/** Returns the columns that are named like the field, or else those whose name means the field. */
function candidates(columns: MappedColumn[], field: Field): MappedColumn[] {
  const found = namedLike(columns, field)
  if (isRepeatable(field)) return found
  // The second column with the name "Cost" is called "Cost (2)".
  const isRepeated = ({ column }: MappedColumn) =>
    found.some(
      (first) =>
        column.startsWith(`${first.column} (`) && /^\d+\)$/.test(column.slice(first.column.length + 2))
    )
  return [...found, ...columns.filter((column) => column.field === null && isRepeated(column))]
}

function namedLike(columns: MappedColumn[], { name, names, kind }: Field): MappedColumn[] {
  const open = columns.filter(({ field }) => field === null)
  const exact = open.filter(({ column }) => column.trim().toLowerCase() === name)
  const own = headerKey(name)
  const alike = exact.length > 0 ? exact : open.filter(({ column }) => headerKey(column) === own)
  if (alike.length > 0 && !isRepeatable({ kind })) return alike
  return open.filter(({ column }) => {
    const key = headerKey(kind === 'images' ? column.replace(/[\s_]*\(?\d+\)?$/, '') : column)
    return key === own || names.includes(key)
  })
}

function fieldsOf(columns: MappedColumn[]): Set<string | null> {
  return new Set(columns.map(({ field }) => field))
}

function missingFields({ columns, map, known }: Mapped): Field[] {
  const present = fieldsOf(columns)
  // Without columns, all lines of the file have variants, which aren't mapped.
  if (columns.length === 0) return []
  return known.filter(
    ({ name, isRequired }) => isRequired && !present.has(name) && !Object.hasOwn(map.constants, name)
  )
}

function doubtful(columns: MappedColumn[], { name, doubtfulNames = [] }: Field): Doubt[] {
  const isRetail = (column: string) => name === 'vendor_price' && retailNames.includes(headerKey(column))
  return columns
    .filter(({ column }) => doubtfulNames.includes(headerKey(column)) || isRetail(column))
    .map(({ column }) => ({ column, field: name, mayBeRetail: isRetail(column) }))
}

function missing({ name }: Field, found: Doubt[]): string {
  const [first] = found
  if (!first) return `No column has the required field ${name}.`
  const columns = list(found.map(({ column }) => column))
  const reason = first.mayBeRetail
    ? `${columns} may be the retail price, which the service computes from your cost.`
    : `${columns} may have it.`
  return `No column has the required field ${name}. ${reason} If it is right, add --column "${first.column}=${name}".`
}

function addNote(column: MappedColumn, columns: MappedColumn[]): void {
  if (column.field !== null) return
  if (retailNames.includes(headerKey(column.column)) && fieldsOf(columns).has('vendor_price')) {
    column.note = 'the service computes retail prices'
  }
}

function severalColumns(field: string, columns: MappedColumn[]): string {
  const names = columns.map(({ column }) => column)
  return `The columns ${list(names)} all mean ${field}. Choose one: --column "${names[0]}=${field}".`
}

function unknown(names: string[], known: readonly Field[]): string {
  const listed = known.flatMap(({ name, attribute }) => (attribute ? [] : [name])).join(', ')
  return `There is no field ${list([...new Set(names)])}. The fields are ${listed}.`
}

function list(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
