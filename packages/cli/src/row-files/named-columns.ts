import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { wrapProse } from '../output/wrap.ts'
import { type Columns, chooseColumns, type FieldNames } from './columns.ts'
import type { RowFile } from './row-file.ts'

/**
 * Chooses the columns of a file for the fields, with those of `--column NAME=FIELD`. Throws a `CommandError`
 * if that isn't possible.
 */
export function columnsFor(file: RowFile, fields: FieldNames[], { values }: Input): Columns {
  const named = new Map<string, string>()
  for (const value of Array.isArray(values.column) ? values.column : []) {
    const text = String(value)
    const at = text.lastIndexOf('=')
    const [column, field] = [text.slice(0, at), text.slice(at + 1).trim()]
    if (at < 1 || field === '')
      throw usageError(
        `--column "${text}" isn't of the form NAME=FIELD.`,
        `Example: --column "My column=${fields[0]?.name}"`
      )
    if (named.has(field)) throw usageError(`--column names two columns for the field ${field}.`)
    named.set(field, column)
  }
  const columns = chooseColumns(fields, file.headers, named)
  if ('of' in columns) return columns
  throw new CommandError(columns.problem, exitCodes.usage, { code: 'COLUMNS', hint: columns.hint })
}

/** Writes which columns are used, and which aren't, to stderr. */
export function showColumns({ out }: Context, { of, unused }: Columns): void {
  const used = [...of].map(([field, column]) => (field === column ? field : `${field} from "${column}"`))
  const others = unused.length > 0 ? ` Not sent: ${unused.map((column) => `"${column}"`).join(', ')}.` : ''
  const text = `Columns: ${used.join(', ')}.${others}`
  for (const line of out.isTerminal ? wrapProse(text, out.width) : [text]) out.note(out.dim(line))
}
