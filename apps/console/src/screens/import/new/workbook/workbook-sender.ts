import type { BulkUpdateAnswer, ImportItem } from '@purveyor/client'
import { maxFaulty } from '../../data/file-types.ts'
import { faultMessage } from '../../fault-message.ts'
import { fieldPath } from '../../field-label.ts'
import type { CellFault, WorkbookDraft } from '../import-draft.ts'
import { once, outcomeOfJob, outcomeOfUpdate } from '../send-draft.ts'
import type { Sender } from '../use-sending.ts'

/** Sends workbooks as they are. Each is sent as a whole, so nothing is left after it. */
export const workbookSender: Sender<WorkbookDraft> = {
  upload: (purveyor, { file, name, contentType, retryOf, onExisting }, { key, isDryRun }) =>
    once(key, async () => {
      const options = { contentType, onExisting, fileName: name.slice(0, 255), idempotencyKey: key }
      const { id, ignoredColumns } = await purveyor.products.upload(file, {
        ...options,
        ...(isDryRun ? { dryRun: true } : { retryOf })
      })
      return { jobId: id, found: { ignoredColumns } }
    }),
  afterUpload: async (draft) => ({ ...draft, sending: undefined, isDone: true }),
  afterDryRun: async (_, { job, failed }) => {
    const cellFaults = failed.flatMap(cellFaultsOf)
    return (now) => ({ ...now, sending: undefined, outcome: outcomeOfJob(job), cellFaults })
  },
  update: (purveyor, { file, contentType }, { key, isDryRun }) =>
    once(key, () =>
      purveyor.request<BulkUpdateAnswer>('POST', '/vendor/products/bulk-update', {
        ...{ query: { error_policy: 'reject_failed_items', dry_run: isDryRun }, body: file },
        ...{ headers: { 'content-type': contentType }, idempotencyKey: key }
      })
    ),
  async afterUpdate(draft, { isDryRun }, answer) {
    const cellFaults = answer.results.filter(({ status }) => status === 'FAILED').flatMap(cellFaultsOf)
    return {
      ...{ ...draft, sending: undefined, outcome: outcomeOfUpdate(isDryRun, answer) },
      ...{ cellFaults: cellFaults.slice(0, maxFaulty), ignoredColumns: answer.ignored_columns },
      isDone: !isDryRun && answer.failed === 0
    }
  }
}

type Failed = Pick<ImportItem, 'code' | 'errors'>

function cellFaultsOf({ code: sku, errors }: Failed): CellFault[] {
  return errors.map(({ code, field, message, cell = null }) => ({
    ...{ cell, sku, field: field === null ? null : fieldPath(field) },
    message: faultMessage({ code, message })
  }))
}
