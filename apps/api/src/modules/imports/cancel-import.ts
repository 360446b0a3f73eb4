import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findJob } from './queries.ts'
import type { ImportJob } from './schema.ts'
import { cancelJob } from './work/job-queries.ts'

/** Cancels a job that has not ended, and answers it; else 409 with its status. */
export async function cancelImport(tx: Tx, caller: Caller, id: string): Promise<JsonText<ImportJob>> {
  const { vendorId } = caller
  const { cancelled, status } = orNotFound(await cancelJob(tx, vendorId, { id, origin: caller }))
  if (!cancelled) {
    throw new Problem('INVALID_TRANSITION', { detail: `The job has ended: it is ${status}.` })
  }
  return orNotFound(await findJob(tx, vendorId, id)).json
}
