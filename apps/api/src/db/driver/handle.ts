import {
  type Argument,
  Columns,
  Identifiers,
  Json,
  type JsonValue,
  type Parameter,
  type Row,
  type RowToWrite,
  type Send,
  Statement
} from './statement.ts'

/** A pool or a transaction. The first parameter of a query function is a handle. */
export interface Handle {
  /** A statement. `T` is the type of its rows, with names of columns in camelCase. */
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Statement<T>
  /** The quoted name of a table or column, or several names. */
  (names: string | readonly string[]): Identifiers
  /** Columns with their values, for `insert into t ${sql(row)}` and `update t set ${sql(row)}`. */
  (row: RowToWrite): Columns
  /** A value that is sent as `jsonb`. */
  json(value: JsonValue): Json
  /**
   * A statement or a part of one, as text. Make sure that the text is safe. The parameters are `$1`, `$2`, ….
   * Without parameters, the text can contain several statements.
   */
  unsafe<T extends readonly unknown[] = Row[]>(text: string, values?: readonly Parameter[]): Statement<T>
}

/** Creates a handle whose statements are sent by `send`. */
export function createHandle(send: Send): Handle {
  const handle = (
    first: TemplateStringsArray | string | readonly string[] | RowToWrite,
    ...args: Argument[]
  ) => {
    if (typeof first === 'string') return new Identifiers([first])
    if (!Array.isArray(first)) return new Columns(first as RowToWrite)
    if ('raw' in first) return new Statement(send, first, args)
    return new Identifiers(first)
  }
  const unsafe = (text: string, values: readonly Parameter[] = []) =>
    new Statement((query) => send({ text: query.text, values }), [text])
  return Object.assign(handle, { json: (value: JsonValue) => new Json(value), unsafe }) as Handle
}
