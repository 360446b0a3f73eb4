/**
 * The kind of a field. It determines how the field is validated and stored, and how its value is shown. `inputs.ts`
 * has the schema of each kind in requests, `outputs.ts` that in responses, and `sql.ts` its SQL.
 *
 * - `line`: trimmed text of `min` to `max` characters, or with `pattern`
 * - `text`: text of up to `max` characters, or of 64 KiB if there is no `max`
 * - `html`: the description of a product, which is sanitised
 * - `slug`: the slug of a product
 * - `whole`: an integer of 0 or more
 * - `flag`: a boolean
 * - `money`, `weight`: a decimal, which is text in TypeScript and in responses
 * - `lines`: a list of up to `maxItems` lines of up to `max` characters
 * - `time`: a timestamp
 * - `attributes`: the attributes of a variant, `map`: those of a product
 * - `videos`, `object`: JSON
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'html'
  | 'slug'
  | 'whole'
  | 'flag'
  | 'money'
  | 'weight'
  | 'lines'
  | 'time'
  | 'videos'
  | 'attributes'
  | 'map'
  | 'object'

/** How the documentation describes a field of a flat item, unless the description follows from the field. */
type FlatUse = { description?: string; example?: string | number }

/** A field of flat items (contract 4.4, 4.5) that sets the field of a product or variant. */
export type FlatField = {
  name: string
  /** True if a number is accepted and converted to its text. For fields with codes. */
  takesNumbers?: true
  /** Present if items of bulk uploads have the field. */
  upload?: FlatUse
  /** Present if items of bulk updates have the field. */
  update?: FlatUse
}

/**
 * A field of products or variants. Everything that the service does with all fields comes from these entries, which
 * contain only data, so that threads load them fast. The column of the field has its name in snake case.
 */
export type Field = {
  kind: FieldKind
  min?: number
  max?: number
  maxItems?: number
  pattern?: string
  patternHint?: string
  /** The description in requests. */
  description?: string
  /** An example for requests, and for responses unless `output` has another one. */
  example?: string | number | object
  /** True if every row has a value. Otherwise, requests can omit the field, and null clears it. */
  isRequired?: true
  /** The value that is stored in place of null. The column can't be null. */
  default?: boolean | number | readonly never[] | Record<string, never>
  /** False if requests can't contain the field. */
  isInput?: false
  /** False if responses can't contain the field. */
  isOutput?: false
  /**
   * What differs in responses from the field in requests. `sql` is the value in the response, from the rows `p` of
   * `products` and `v` of `vendors`. `isNullable` is false if the value is never null, although the field isn't
   * required.
   */
  output?: { description?: string; example?: string | number; sql?: string; isNullable?: false }
  /** True if the field has a country: its name is replaced by its code, if it is known. */
  isCountry?: true
  /** True if the field has a UPC, which is checked. */
  isUpc?: true
  /** True if customers see the field. */
  isPublic?: true
  /** True for texts whose changes need approval while the product is live (contract 2.2). */
  isModerated?: true
  /** True if operators can correct the value while it waits for approval (contract 4.13). */
  isCorrectable?: true
  /** True for fields of variants that operators can watch. All fields of products that aren't moderated can be. */
  isWatched?: true
  /** True if changes of a stored variant need no new review of a product that isn't live (contract 3). */
  isUnreviewed?: true
  /** True if a search finds products by the field. `product_search` in the migrations has to use it. */
  isSearched?: true
  /** False if the history doesn't contain changes of the field. */
  isRecorded?: false
  /** True if the value is set when the row is inserted, and never changes. */
  isFixed?: true
  /** True if the statement that updates products sets the column by a rule of its own. */
  hasOwnRule?: true
  /**
   * SQL for the value of a new row, from the row `i` of an item, if it isn't the value of the item's field. False if
   * new rows have none.
   */
  inserted?: string | false
  flat?: FlatField
  /** The field of flat items of uploads whose value is stored in the product's metadata, as it was sent. */
  metadataName?: string
  /** True if the value of `metadataName` also sets this field. */
  isSetByMetadata?: true
  /** The field of rows of the export (contract 2.8). Only fields of variants can be exported. */
  exported?: { name: string; description: string; example: string }
}

export type FieldTable = Readonly<Record<string, Field>>

/** The names of the fields of a table whose entries have the properties `P`. */
export type NamesWith<T, P> = { [N in keyof T]: T[N] extends P ? N : never }[keyof T] & string

/** Returns the names of the fields that meet a condition. */
export function namesOf(table: FieldTable, condition: (field: Field) => boolean | undefined): string[] {
  return Object.entries(table)
    .filter(([, field]) => condition(field))
    .map(([name]) => name)
}
