import { readMarket } from '../use-market.ts'
import type { ImportDraft } from './import-draft.ts'
import { remainingDraft } from './remaining-rows.ts'
import { afterDryRun, afterUpdate, appliedRows, findFaults, sendImport, sendUpdate } from './send-draft.ts'
import type { Sender } from './use-sending.ts'

/** Sends the rows of CSV and NDJSON files. Rows that were left out, or that the service has refused, are left to send. */
export const rowSender: Sender<ImportDraft> = {
  async upload(purveyor, draft, sending) {
    return { jobId: await sendImport(purveyor, draft, sending) }
  },
  afterUpload: (draft, sending) => remainingDraft({ ...draft, outcome: undefined }, sending.numbers),
  async afterDryRun(draft, { job, failed }, { purveyor, signal }) {
    const faults = await findFaults(draft, failed, () => readMarket(purveyor, signal))
    return (now) => afterDryRun(now, job, faults)
  },
  update: (purveyor, _, sending) => sendUpdate(purveyor, sending),
  async afterUpdate(draft, sending, answer) {
    const after = afterUpdate(draft, sending, answer)
    return sending.isDryRun ? after : await remainingDraft(after, appliedRows(sending, answer))
  }
}
