import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import type { FieldChange } from './changes.ts'

/** What push would do with a row of the file. Rows that change nothing have no entry. */
export type Entry = { row: number; code: string | null; name: string } & (
  | { kind: 'create' }
  | { kind: 'update'; productId: string; changes: FieldChange[] }
  /** Push wouldn't send the row, or the service would refuse it. */
  | { kind: 'error'; errors: RowFault[] }
)

/** How many rows there are of each kind, and how many products aren't in the file. */
export type Counts = {
  create: number
  update: number
  /** Updates of live products of which at least one value waits for approval. */
  needApproval: number
  unchanged: number
  errors: number
  /** Products that aren't in the file. Push leaves them as they are. */
  notInFile: number
  /** False if `notInFile` is an estimate. */
  isExact: boolean
}
