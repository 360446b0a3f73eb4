import { attributeFieldName } from '@purveyor/client/catalog-file/attribute-fields'
import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'

/** A field that a push would change. Null means no value. */
export type FieldChange = {
  /** The field of the item. For a variant of an item with variants: `variant SKU: field`, or `variant SKU` if it is new. */
  field: string
  /** Undefined if the service doesn't say it. */
  old: unknown
  new: unknown
  /** True if the change of a live product waits for approval. */
  needsApproval: boolean
  /** True if the values are texts of which the service has sent only a part. */
  isShortened: boolean
}

/** What push would do with a row of the file. Rows that change nothing have no entry. */
export type Entry = { row: number; code: string | null; name: string } & (
  | { kind: 'create' }
  /** `changeCount` is greater than the number of `changes` if the service hasn't listed all of them. */
  | { kind: 'update'; productId: string | null; changes: FieldChange[]; changeCount: number }
  /** Push wouldn't send the row, or the service would refuse it. */
  | { kind: 'error'; errors: RowFault[] }
)

/** How many rows there are of each kind. */
export type Counts = {
  create: number
  update: number
  /** Updates of live products of which at least one value waits for approval. */
  needApproval: number
  unchanged: number
  errors: number
}

/** What push would do with a file. */
export type Plan = {
  /** Complete after all rows have been read. */
  readonly counts: Counts
  /** True if an item has images, which the service doesn't compare. */
  readonly hasImages: boolean
  /** Yields for each item its entry, or undefined if it changes nothing. */
  rows(): AsyncGenerator<Entry | undefined>
  /** Returns how many products aren't in the file. Call it after all entries have been read. */
  others(): Promise<Others>
}

/** How many products aren't in the file. Push leaves them as they are. */
export type Others = { notInFile: number; isExact: boolean }

/** Returns a change of a map of attributes as changes of the attributes that differ, and other changes as they are. */
export function attributeChanges(change: FieldChange): FieldChange[] {
  const [, path = ''] = /^(.*)attributes$/.exec(change.field) ?? []
  if (!/(?:^|: )attributes$/.test(change.field) || change.isShortened || !isMap(change.new)) return [change]
  const { old, new: sent } = change
  if (old === undefined)
    return Object.keys(sent).map((key) => ({ ...change, field: nameOf(key), new: sent[key] }))
  const stored = isMap(old) ? old : {}
  return [...new Set([...Object.keys(stored), ...Object.keys(sent)])]
    .filter((key) => JSON.stringify(stored[key]) !== JSON.stringify(sent[key]))
    .map((key) => ({ ...change, field: nameOf(key), old: stored[key] ?? null, new: sent[key] ?? null }))

  function nameOf(key: string): string {
    return `${path}${attributeFieldName(key)}`
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
