/** A field that is read from a file, with the names of columns that are recognised for it. */
export type FieldNames = {
  name: string
  isRequired: boolean
  /**
   * Names in lower case without spaces and punctuation. If a file has several of them, the one that comes
   * first here is used.
   */
  names: string[]
  /** Headers that consist of punctuation only. */
  pattern?: RegExp
}

/** The column of the file for each field, and the columns that aren't sent. */
export type Columns = { of: ReadonlyMap<string, string>; unused: string[] }

/**
 * Chooses the columns of a file. `chosen` has the columns of the fields that the user has
 * named with `--column NAME=FIELD`. If a required field has no column, or a named field or column doesn't exist,
 * returns what is wrong and what to do.
 */
export function chooseColumns(
  fields: FieldNames[],
  headers: string[],
  chosen: ReadonlyMap<string, string> = new Map()
): Columns | { problem: string; hint: string } {
  for (const [field, header] of chosen) {
    const hint = 'Write --column NAME=FIELD, with the name of the column as in the first row of the file.'
    if (!fields.some(({ name }) => name === field)) {
      const known = fields.map(({ name }) => name).join(', ')
      return { problem: `Unknown field "${field}". The fields are ${known}.`, hint }
    }
    if (!headers.includes(header)) {
      return { problem: `The file has no column "${header}". Its columns are ${quoted(headers)}.`, hint }
    }
  }
  const named = new Set(chosen.values())
  const of = new Map<string, string>()
  for (const field of fields) {
    const column = chosen.get(field.name) ?? guess(field, headers, named)
    if (column !== undefined) of.set(field.name, column)
  }
  const missing = fields.filter(({ name, isRequired }) => isRequired && !of.has(name)).map(({ name }) => name)
  if (missing.length > 0) {
    return {
      problem: `The file has no column for ${missing.join(' and ')}. Its columns are ${quoted(headers)}.`,
      hint: `Name the column, for example --column "${headers.at(-1) ?? 'My column'}=${missing[0]}".`
    }
  }
  const used = new Set(of.values())
  return { of, unused: headers.filter((header) => !used.has(header) && !header.startsWith('_')) }
}

function guess(field: FieldNames, headers: string[], taken: ReadonlySet<string>): string | undefined {
  const free = headers.filter((header) => !taken.has(header))
  for (const name of field.names) {
    const header = free.find((one) => plain(one) === name)
    if (header !== undefined) return header
  }
  return field.pattern && free.find((header) => field.pattern?.test(header))
}

/** Returns the letters and digits of a header. `#` stands for "number", as in "Item #". */
function plain(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, 'number')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function quoted(headers: string[]): string {
  return headers.length === 0 ? 'none' : headers.map((header) => `"${header}"`).join(', ')
}
