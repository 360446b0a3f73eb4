import type { BulkUpdateAnswer, BulkUpdateItem, ImportItem, ImportJob, Purveyor } from '@purveyor/client'
import { hasVariantFields } from '@purveyor/client/catalog-file/catalog-items'
import type { Market } from '@purveyor/client/catalog-file/market'
import { maxFaulty, type ServiceFaults } from '../data/file-types.ts'
import { place } from '../data/worker-client.ts'
import {
  faultsByRow,
  type ImportDraft,
  mappedColumns,
  type Outcome,
  type SendingRows,
  serviceFault
} from './import-draft.ts'

/** Uploads that this page is sending, by their keys, so that leaving the screen and coming back doesn't repeat them. */
const running = new Map<string, Promise<unknown>>()

/** Calls `send`, unless a call with this key is running: then returns the result of that one. */
export function once<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
  const known = running.get(key) as Promise<Result> | undefined
  if (known) return known
  const sent = send().finally(() => running.delete(key))
  running.set(key, sent)
  return sent
}

/** Sends the items as an import and returns the id of the job. */
export function sendImport(purveyor: Purveyor, draft: ImportDraft, sending: SendingRows): Promise<string> {
  const { key, isDryRun, body } = sending
  return once(key, async () => {
    const options = { onExisting: draft.onExisting, fileName: draft.name.slice(0, 255), idempotencyKey: key }
    const { id } = await purveyor.products.upload(body, { ...options, dryRun: isDryRun })
    return id
  })
}

/** Sends the items as a bulk update and returns its results. */
export function sendUpdate(
  purveyor: Purveyor,
  { key, isDryRun, body }: SendingRows
): Promise<BulkUpdateAnswer> {
  return once(key, async () => {
    const lines = (await body.text()).trimEnd().split('\n')
    const items = lines.map((line): BulkUpdateItem => JSON.parse(line))
    return purveyor.products.bulkUpdate(
      { items, error_policy: 'reject_failed_items', dry_run: isDryRun },
      { idempotencyKey: key }
    )
  })
}

/** Waits for the end of a dry run, and returns the job with its first failed items. */
export async function waitForDryRun(
  purveyor: Purveyor,
  jobId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (job: ImportJob) => void }
): Promise<{ job: ImportJob; failed: ImportItem[] }> {
  const job = await purveyor.importJobs.job(jobId).finished({ signal, onProgress })
  const failed: ImportItem[] = []
  if (job.items_failed > 0)
    for await (const item of purveyor.importJobs.job(jobId).failures({ signal })) {
      if (failed.push(item) === maxFaulty) break
    }
  return { job, failed }
}

/** Returns the faults of items that the service has refused, by the rows of the file. */
export async function findFaults(
  draft: ImportDraft,
  failed: readonly ImportItem[],
  readMarket: () => Promise<Market>
): Promise<ServiceFaults> {
  const { file, info, map, edits } = draft
  const numbers = draft.sending?.numbers ?? []
  if (failed.length === 0 || !hasVariantFields(mappedColumns(draft)))
    return faultsByRow(draft, numbers, failed)
  const placed = await place({ file, info, map, market: await readMarket(), edits, numbers, failed })
  return Object.fromEntries(
    Object.entries(placed).map(([number, faults]) => [number, faults.map(serviceFault)])
  )
}

/** Returns the draft after a dry run: with its result, and the faults that the service has found. */
export function afterDryRun(draft: ImportDraft, job: ImportJob, serviceFaults: ServiceFaults): ImportDraft {
  return { ...draft, sending: undefined, outcome: outcomeOfJob(job), serviceFaults }
}

/** Returns what a dry run would have done. */
export function outcomeOfJob(job: ImportJob): Outcome {
  return {
    ...{ isDryRun: true, created: job.items_created, updated: job.items_updated },
    ...{ skipped: job.items_skipped, failed: job.items_failed, warnings: job.items_with_warnings },
    jobId: job.queue_id
  }
}

/** Returns what an update, or its dry run, has done. */
export function outcomeOfUpdate(isDryRun: boolean, answer: BulkUpdateAnswer): Outcome {
  const { updated, unchanged, failed } = answer
  const warnings = new Set(answer.warnings?.map(({ index }) => index)).size
  return { isDryRun, created: 0, updated, skipped: unchanged, failed, warnings }
}

/** Returns the draft after an update or its dry run. */
export function afterUpdate(draft: ImportDraft, sending: SendingRows, answer: BulkUpdateAnswer): ImportDraft {
  const outcome = outcomeOfUpdate(sending.isDryRun, answer)
  const failures = answer.results.filter(({ status }) => status === 'FAILED').slice(0, maxFaulty)
  const serviceFaults = faultsByRow(draft, sending.numbers, failures)
  return { ...draft, sending: undefined, outcome, serviceFaults }
}

/** Returns the numbers of the rows that an update has applied. */
export function appliedRows({ numbers }: SendingRows, { results }: BulkUpdateAnswer): number[] {
  return results.flatMap(({ index, status }) => (status === 'FAILED' ? [] : (numbers[index] ?? [])))
}
