import assert from 'node:assert/strict'
import type { PreparedItem } from '../src/modules/imports/receive/upload-item.ts'
import type { TestApp, TestVendor } from './app.ts'

/** The path of the endpoint for bulk uploads, relative to /api/v1. */
export const uploadPath = '/vendor/products/bulk-upload'

type Headers = Record<string, string>
/** The columns of a job that tests read. */
export type UploadJob = {
  id: string
  status: string
  itemsTotal: number
  source: string
  dryRun: boolean
  onExisting: string
  errorPolicy: string
}
type Chunk = {
  position: number
  firstIndex: number
  itemCount: number
  submitted: string
  prepared: PreparedItem[]
}

/** Builds a valid item. */
export const item = (code: string, more: object = {}) => ({
  product: `Bolt ${code}`,
  code,
  vendor_price: 1.5,
  ...more
})
/** Builds valid items with the codes C-0, C-1, and so on. */
export const items = (count: number) => Array.from({ length: count }, (_, index) => item(`C-${index}`))
/** Converts values to NDJSON. */
export const linesOf = (list: unknown[]) => list.map((one) => JSON.stringify(one)).join('\n')
/** Returns the errors of a stored item as [field, code] pairs. */
export const errorsOf = (prepared: PreparedItem | undefined) =>
  prepared && 'errors' in prepared ? prepared.errors.map(({ code, field }) => [field, code]) : []

/**
 * Returns helpers for tests of bulk uploads. A helper acts as the vendor that `current` returns when the
 * helper is called.
 */
export function bulkUploads(current: () => { t: TestApp; vendor: TestVendor }) {
  const owner = () => current().vendor.owner

  const upload = (body: unknown, headers: Headers = {}, as = owner()) =>
    current().t.call(`POST ${uploadPath}`, { as, body, headers })
  const uploadRaw = (raw: string | Buffer, headers: Headers = {}) =>
    current().t.call(`POST ${uploadPath}`, { as: owner(), raw, headers })
  const uploadLines = (raw: string | Buffer, query = '', headers: Headers = {}) =>
    current().t.call(`POST ${uploadPath}${query}`, {
      as: owner(),
      raw,
      headers: { 'content-type': 'application/x-ndjson', ...headers }
    })
  const jobs = () =>
    current().t.sql<
      UploadJob[]
    >`select * from import_jobs where vendor_id = ${current().vendor.id} order by id`
  const chunks = (id: string) =>
    current().t.sql<Chunk[]>`select * from import_chunks where job_id = ${id} order by position`

  async function assertNothingLeft(): Promise<void> {
    const { t, vendor } = current()
    assert.deepEqual([...(await jobs())], [])
    assert.deepEqual([...(await t.sql`select job_id from import_chunks where vendor_id = ${vendor.id}`)], [])
  }

  return { upload, uploadRaw, uploadLines, jobs, chunks, assertNothingLeft }
}
