import pg from 'pg'
import { nameOf } from './statement-names.ts'

/** A value that JSON can represent. */
export type JsonValue =
  | null
  | string
  | number
  | boolean
  | Date
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** A row of a result, unless the statement says which columns it has. */
// biome-ignore lint/suspicious/noExplicitAny: the columns of a statement are known only to the database
export type Row = Record<string, any>

/** The rows of a result. `count` is the number of rows that were returned or changed. */
export type Rows<T extends readonly unknown[] = Row[]> = T & { readonly count: number }

/**
 * A value in a statement. It becomes a parameter, whose type the database infers. Arrays become arrays of
 * PostgreSQL. Values for `json` and `jsonb` need `sql.json`.
 */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly Parameter[]

/** What can be interpolated into a statement. */
export type Argument = Parameter | Fragment | Identifiers | Columns | readonly Fragment[]

/** A part of an SQL statement, to be interpolated into a larger statement. */
export type Fragment = Statement<never[]> | Statement

/** What is sent to the database. A statement without a name isn't stored as a prepared statement. */
export type Query = { text: string; name?: string; values: readonly unknown[] }

/** Sends a query and returns its result. */
export type Send = (query: Query) => Promise<Rows>

/** A value that is sent as `jsonb`. */
export class Json {
  readonly value: JsonValue
  constructor(value: JsonValue) {
    this.value = value
  }
}

/** Names of tables or columns, separated by commas. A dot separates the parts of a qualified name. */
export class Identifiers {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    this.names = names
  }
}

/** The columns of a row to insert or to update, with their values. */
export type RowToWrite = Readonly<Record<string, Parameter | Fragment | undefined>>

/** The columns of a row: `(a, b) values ($1, $2)`, or after `set`: `a = $1, b = $2`. */
export class Columns {
  readonly row: RowToWrite
  constructor(row: RowToWrite) {
    this.row = row
  }
}

/** A text that is being written. If `isLiteral` is true, values become literals and not parameters. */
type Build = { text: string; values: unknown[]; isLiteral?: true }

/**
 * An SQL statement. It is sent when it is awaited for the first time, or by `execute`. A statement that is
 * interpolated into another one is only text with parameters.
 */
export class Statement<T extends readonly unknown[] = Row[]> implements Promise<Rows<T>> {
  readonly #send: Send
  readonly #strings: readonly string[]
  readonly #args: readonly Argument[]
  #isPrepared = true
  #result: Promise<Rows<T>> | undefined

  constructor(send: Send, strings: readonly string[], args: readonly Argument[] = []) {
    this.#send = send
    this.#strings = strings
    this.#args = args
  }

  /** Sends the statement without preparing it. Without parameters, the text can contain several statements. */
  simple(): this {
    this.#isPrepared = false
    return this
  }

  /** Sends the statement now, if it hasn't been sent yet. */
  execute(): this {
    this.#run()
    return this
  }

  then<A = Rows<T>, B = never>(
    resolve?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    reject?: ((error: unknown) => B | PromiseLike<B>) | null
  ): Promise<A | B> {
    return this.#run().then(resolve, reject)
  }

  catch<B = never>(reject?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.#run().catch(reject)
  }

  finally(settled?: (() => void) | null): Promise<Rows<T>> {
    return this.#run().finally(settled)
  }

  get [Symbol.toStringTag](): string {
    return 'Statement'
  }

  #run(): Promise<Rows<T>> {
    this.#result ??= this.#execute()
    return this.#result
  }

  async #execute(): Promise<Rows<T>> {
    const build = { text: '', values: [] }
    this.#write(build)
    const query = this.#isPrepared ? { ...build, name: nameOf(build.text) } : build
    return (await this.#send(query)) as unknown as Rows<T>
  }

  /** Returns the text of a statement with literals in place of its parameters. See `literalText`. */
  static toLiteralText(statement: Fragment): string {
    const build: Build = { text: '', values: [], isLiteral: true }
    statement.#write(build)
    return build.text
  }

  #write(build: Build): void {
    const strings = this.#strings
    build.text += strings[0] ?? ''
    for (const [index, arg] of this.#args.entries()) {
      Statement.#writeArgument(build, arg)
      build.text += strings[index + 1] ?? ''
    }
  }

  static #writeArgument(build: Build, arg: Argument | undefined): void {
    if (arg instanceof Statement) arg.#write(build)
    else if (arg instanceof Identifiers) build.text += arg.names.map(quote).join(', ')
    else if (arg instanceof Columns) Statement.#writeColumns(build, arg)
    else if (isFragments(arg)) for (const fragment of arg) Statement.#writeArgument(build, fragment)
    else writeParameter(build, arg)
  }

  static #writeColumns(build: Build, { row }: Columns): void {
    const isUpdate = /\bset\s*$/i.test(build.text)
    if (!isUpdate) build.text += `(${Object.keys(row).map(quote).join(', ')}) values (`
    for (const [index, [name, value]] of Object.entries(row).entries()) {
      if (index > 0) build.text += ', '
      if (isUpdate) build.text += `${quote(name)} = `
      Statement.#writeArgument(build, value)
    }
    if (!isUpdate) build.text += ')'
  }
}

function isFragments(arg: Argument | undefined): arg is readonly Fragment[] {
  return Array.isArray(arg) && arg[0] instanceof Statement
}

/**
 * Returns the text of a statement in which each value is a literal, for `COPY`, which takes no parameters. Values can be
 * texts, numbers, booleans and null.
 */
export function literalText(statement: Fragment): string {
  return Statement.toLiteralText(statement)
}

function literalOf(value: Parameter): string {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Error('A text with the character NUL has no literal.')
    return pg.escapeLiteral(value)
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `(${value})`
  throw new Error('Only texts, numbers, booleans and null have a literal.')
}

function writeParameter(build: Build, value: Parameter | undefined): void {
  if (value === undefined) throw new Error(`A parameter is undefined, after: ${build.text.slice(-60)}`)
  if (build.isLiteral) {
    build.text += literalOf(value)
    return
  }
  // Without the cast, PostgreSQL would take a value whose type it can't infer for a text.
  if (typeof value === 'boolean') build.text += `$${build.values.push(value)}::boolean`
  else if (value instanceof Json) build.text += `$${build.values.push(JSON.stringify(value.value))}::jsonb`
  else if (value instanceof Date) build.text += `$${build.values.push(value.toISOString())}`
  else build.text += `$${build.values.push(value)}`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}
