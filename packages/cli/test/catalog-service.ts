import assert from 'node:assert/strict'
import { stringify } from 'csv-stringify/sync'
import type { TestApp, TestVendor } from '../../../apps/api/test/app.ts'
import { type PushService, pushService, type Ran } from './push-service.ts'

/** A row of a CSV file, an item of an upload, or a line of JSON output. */
export type Row = Record<string, unknown>

/** The service with its import workers, and a folder in which commands run. */
export type CatalogService = PushService & {
  t: TestApp
  /** Writes a CSV file with the columns of the first row. */
  writeCsv(name: string, rows: Row[]): Promise<void>
  /** Writes a file with one JSON value on each line. */
  writeNdjson(name: string, items: Row[]): Promise<void>
  /** Uploads items with `on_existing=update` and waits for the job. Fails if an item fails. */
  upload(vendor: TestVendor, items: Row[]): Promise<void>
  /** Runs `purveyor push --on-existing update`. Fails if the push does. */
  push(vendor: TestVendor, args: string[]): Promise<Ran>
}

/** Starts the service for a test file. Call `close` at its end. */
export async function catalogService(): Promise<CatalogService> {
  const service = await pushService()
  service.work()
  return {
    ...service,
    t: service.test,
    writeCsv: (name, rows) => service.write(name, stringify(rows, { header: true })),
    writeNdjson: (name, items) => service.write(name, linesOf(items)),
    upload: (vendor, items) => upload(service.test, vendor, items),
    async push(vendor, args) {
      const ran = await service.run(vendor, ['push', ...args, '--on-existing', 'update', '--yes'])
      assert.equal(ran.code, 0, ran.stdout + ran.stderr)
      return ran
    }
  }
}

/** Returns the JSON values of an output in which each line is one. */
export function parseLines(output: string): Row[] {
  const lines = output.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

function linesOf(items: Row[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}

async function upload(t: TestApp, { owner }: TestVendor, items: Row[]): Promise<void> {
  const queued = await t.call('POST /vendor/products/bulk-upload?on_existing=update', {
    as: owner,
    raw: linesOf(items),
    headers: { 'content-type': 'application/x-ndjson' }
  })
  assert.equal(queued.status, 200, queued.text)
  const path = `GET /vendor/import-jobs/${queued.body.queue_id}`
  const job = await t.call(`${path}?wait=25`, { as: owner })
  const failed = await t.call(`${path}/items?status=FAILED`, { as: owner })
  assert.equal(job.body.status, 'COMPLETED', failed.text.slice(0, 2000))
}
