import type { Tx } from '../../db/connect.ts'
import { lockWriters } from '../../db/slugs.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { changesBetween } from '../../event-changes.ts'
import { changeRecorder } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import * as queries from './queries.ts'
import { codeTaken, maxTemplates } from './rules.ts'
import type { NewReasonTemplate, ReasonTemplate, ReasonTemplatePatch } from './schema.ts'

const record = changeRecorder('reason_template')

/**
 * Creates a reason template (contract 4.17). Throws 400 if its code is taken, or if there are already
 * `maxTemplates`.
 */
export async function createTemplate(
  tx: Tx,
  caller: Caller,
  input: NewReasonTemplate
): Promise<Answer<ReasonTemplate>> {
  await lockWriters(tx, 'reason_templates')
  const id = await withFreeCode(queries.insertTemplate(tx, input))
  if (!id) {
    const message = `would exceed the limit of ${maxTemplates} reason templates; delete one first`
    throw invalid([fault('', 'TOO_MANY', message)])
  }
  await record(tx, caller, { change: 'created', id, details: { code: input.code } })
  const location = `/api/v1/platform/reason-templates/${id}`
  return { json: await read(tx, id), status: 201, tagged: true, location }
}

/**
 * Locks a reason template and merges a patch into it (contract 4.17). A null in `fields` clears the list.
 * Throws 400 if the new code is taken.
 */
export async function updateTemplate(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ReasonTemplatePatch }
): Promise<Answer<ReasonTemplate>> {
  const { stored, before } = await lockForChange(tx, caller, id)
  const { code = stored.code, text = stored.text, fields = stored.fields } = patch
  await withFreeCode(queries.updateTemplate(tx, id, { code, text, fields: fields ?? [] }))
  const [json, changedFields] = [await read(tx, id), Object.keys(patch)]
  const details = changesBetween(before, json, changedFields)
  await record(tx, caller, { change: 'updated', id, changedFields, details })
  return { json, tagged: true }
}

/** Deletes a reason template. Decisions that used its text don't change. */
export async function deleteTemplate(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { stored } = await lockForChange(tx, caller, id)
  await queries.deleteTemplate(tx, id)
  await record(tx, caller, { change: 'deleted', id, details: { code: stored.code } })
}

/**
 * Locks a reason template and checks `If-Match`. Returns the template as it is stored, and as the response before the change.
 * Throws 404 if there is none with this id.
 */
async function lockForChange(tx: Tx, caller: Caller, id: string) {
  const stored = orNotFound(await queries.lockTemplate(tx, id))
  const before = await read(tx, id)
  await requireMatch(caller, async () => before)
  return { stored, before }
}

/** Awaits a statement. Throws 400 `CODE_TAKEN` if another template has the code. */
async function withFreeCode<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw violates(error, 'reason_templates__code') ? invalid([codeTaken]) : error
  }
}

async function read(tx: Tx, id: string) {
  return orNotFound(await queries.findTemplate(tx, id))
}
