import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, orNotFound, Problem } from '../../errors.ts'
import { changeRecorder, recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { databaseNow } from '../../lib/clock.ts'
import { type Encryption, EncryptionError } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import type { Team } from '../members/queries.ts'
import { decryptSecrets, encryptHeaders, encryptSecrets, type WebhookSecret } from './encrypted-values.ts'
import * as queries from './queries.ts'
import { typesFaults } from './rules.ts'
import {
  maxWebhooks,
  type NewWebhook,
  type SecretRotation,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret
} from './schema.ts'
import { newWebhookSecret } from './sign.ts'

const record = changeRecorder('webhook')
const defaultOverlapHours = 24

/** What the use cases need besides the request. */
export type WebhookContext = { team: Team; encryption: Encryption }

/** Creates a webhook with a new secret. It begins at the end of its feed. */
export async function createWebhook(
  tx: Tx,
  caller: Caller,
  { team, encryption, input }: WebhookContext & { input: NewWebhook }
): Promise<JsonText<WebhookWithSecret>> {
  const { url, feed = 'EVENTS', types = null, description, concurrency = 4, headers, isActive = true } = input
  const [id, secret] = [newId(), newWebhookSecret()]
  await queries.lockWebhookCount(tx, team)
  const webhook = {
    ...{ id, url, feed, types, description: description ?? null, concurrency },
    headerNames: Object.keys(headers ?? {}),
    headers: encryptHeaders(encryption, id, headers ?? {}),
    secrets: encryptSecrets(encryption, id, [{ secret, expiresAt: null }]),
    stoppedBy: isActive ? null : ('OWNER' as const)
  }
  if (!(await queries.insertWebhook(tx, team, webhook, maxWebhooks))) {
    throw new Problem('TOO_MANY_WEBHOOKS', {
      detail: `There are already ${maxWebhooks} webhooks. Delete one first.`
    })
  }
  const details = { host: hostOf(url) }
  await record(tx, caller, { change: 'created', id, vendorId: team.vendorId, details })
  return withSecret(await read(tx, team, id), secret)
}

/** Updates a webhook. A null in the patch resets an optional field to its default. */
export async function updateWebhook(
  tx: Tx,
  caller: Caller,
  { team, encryption, id, patch }: WebhookContext & { id: string; patch: WebhookPatch }
): Promise<JsonText<Webhook>> {
  const stored = await lockForChange(tx, caller, team, id)
  const faults: Fault[] = stored.feed === 'CATALOG_CHANGES' ? typesFaults(patch.types) : []
  if (faults.length > 0) throw invalid(faults)
  const change = changeOf(stored, patch, (headers) => encryptHeaders(encryption, id, headers))
  const changedFields = Object.keys(change).filter((name) => name !== 'stop')
  if (changedFields.length === 0 && !change.stop) return read(tx, team, id)
  await queries.updateWebhook(tx, id, change)
  // With another address or other headers, a failing receiver may succeed at once.
  if (change.url !== undefined || change.headers || change.stop) await queries.makeDue(tx, id)
  const { vendorId } = team
  if (changedFields.length > 0) await record(tx, caller, { change: 'updated', id, vendorId, changedFields })
  if (change.stop) await recordStop(tx, caller, { id, vendorId, stop: change.stop })
  return read(tx, team, id)
}

/** Deletes a webhook. Requests that are being sent end on their own. */
export async function deleteWebhook(
  tx: Tx,
  caller: Caller,
  { team, id }: { team: Team; id: string }
): Promise<void> {
  const { url } = await lockForChange(tx, caller, team, id)
  await queries.deleteWebhook(tx, id)
  const details = { host: hostOf(url) }
  await record(tx, caller, { change: 'deleted', id, vendorId: team.vendorId, details })
}

/**
 * Replaces the secret of a webhook. Requests are also signed with the previous secret, until the overlap ends. If the
 * previous one can't be decrypted, it ends at once.
 */
export async function rotateSecret(
  tx: Tx,
  caller: Caller,
  { team, encryption, id, input }: WebhookContext & { id: string; input: SecretRotation }
): Promise<JsonText<WebhookWithSecret>> {
  const stored = await lockForChange(tx, caller, team, id)
  const secret = newWebhookSecret()
  const overlapMs = (input.overlapHours ?? defaultOverlapHours) * 3_600_000
  const previous = overlapMs === 0 ? undefined : newestSecret(encryption, stored)
  const overlapEndsAt = previous === undefined ? null : new Date(databaseNow() + overlapMs).toISOString()
  const secrets: WebhookSecret[] = [
    { secret, expiresAt: null },
    ...(previous === undefined ? [] : [{ secret: previous, expiresAt: overlapEndsAt }])
  ]
  await queries.updateSecrets(tx, id, { secrets: encryptSecrets(encryption, id, secrets), overlapEndsAt })
  // With another secret, a request can be signed again, and a receiver may accept it.
  await queries.makeDue(tx, id)
  await record(tx, caller, { change: 'updated', id, vendorId: team.vendorId, changedFields: ['secret'] })
  return withSecret(await read(tx, team, id), secret)
}

/** Stops a webhook of a vendor for the operator. Its owner can't start it. */
export async function stopVendorWebhook(
  tx: Tx,
  caller: Caller,
  { id, reason }: { id: string; reason: string }
): Promise<JsonText<Webhook>> {
  const { team, stoppedBy } = await lockVendorWebhook(tx, caller, id)
  if (stoppedBy === 'OPERATOR') throw wrongState('The operator has already stopped this webhook.')
  await setStop(tx, caller, { team, id, stop: { by: 'OPERATOR', reason } })
  return read(tx, team, id)
}

/** Starts a webhook of a vendor that the operator or the receiver has stopped. */
export async function startVendorWebhook(tx: Tx, caller: Caller, id: string): Promise<JsonText<Webhook>> {
  const { team, stoppedBy } = await lockVendorWebhook(tx, caller, id)
  if (stoppedBy === null) throw wrongState("This webhook isn't stopped.")
  if (stoppedBy === 'OWNER')
    throw wrongState('The vendor has stopped this webhook. Only the vendor can start it.')
  await setStop(tx, caller, { team, id, stop: { by: null, reason: null } })
  return read(tx, team, id)
}

type Stop = NonNullable<queries.WebhookChange['stop']>

async function setStop(
  tx: Tx,
  caller: Caller,
  { team, id, stop }: { team: Team; id: string; stop: Stop }
): Promise<void> {
  await queries.updateWebhook(tx, id, { stop })
  if (stop.by === null) await queries.makeDue(tx, id)
  await recordStop(tx, caller, { id, vendorId: team.vendorId, stop })
}

async function recordStop(
  tx: Tx,
  caller: Caller,
  { id, vendorId, stop: { by, reason } }: { id: string; vendorId: string | null; stop: Stop }
): Promise<void> {
  const event = { vendorId, subject: { type: 'webhook', id } }
  if (by === null) return recordEvent(tx, caller, { ...event, type: 'webhook.started' })
  const details = { by, ...(reason !== null && { reason }) }
  await recordEvent(tx, caller, { ...event, type: 'webhook.stopped', details })
}

/** Returns what a patch changes. Headers count as changed, because their values aren't compared. */
function changeOf(
  stored: queries.StoredWebhook,
  patch: WebhookPatch,
  encrypt: (headers: Record<string, string>) => Buffer | null
): queries.WebhookChange {
  const { url, types, description, concurrency, headers, isActive } = patch
  const stop = stopOf(stored, isActive)
  const hadHeaders = stored.headerNames.length > 0
  return {
    ...(url !== undefined && url !== stored.url && { url }),
    ...(types !== undefined && !isSameSet(types, stored.types) && { types }),
    ...(description !== undefined && description !== stored.description && { description }),
    ...(concurrency !== undefined && concurrency !== stored.concurrency && { concurrency }),
    ...(headers !== undefined &&
      (hadHeaders || Object.keys(headers ?? {}).length > 0) && {
        headers: { names: Object.keys(headers ?? {}), encrypted: encrypt(headers ?? {}) }
      }),
    ...(stop && { stop })
  }
}

/** Returns the stop that `isActive` makes or ends. Throws a 409 if the operator has stopped the webhook. */
function stopOf({ stoppedBy }: queries.StoredWebhook, isActive: boolean | undefined): Stop | undefined {
  if (isActive === undefined || isActive === (stoppedBy === null)) return undefined
  if (!isActive) return { by: 'OWNER', reason: null }
  if (stoppedBy === 'OPERATOR') {
    throw new Problem('STOPPED_BY_OPERATOR', { detail: 'Ask the operator of the marketplace to start it.' })
  }
  return { by: null, reason: null }
}

function isSameSet(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}

function newestSecret(encryption: Encryption, { id, secrets }: queries.StoredWebhook): string | undefined {
  try {
    return decryptSecrets(encryption, id, secrets)[0]?.secret
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}

/** Locks a webhook of the team and checks `If-Match`. Throws a 404 if the team has none with this id. */
export async function lockForChange(
  tx: Tx,
  caller: Caller,
  team: Team,
  id: string
): Promise<queries.StoredWebhook> {
  const stored = orNotFound(await queries.lockWebhook(tx, team, id))
  await requireMatch(caller, () => read(tx, team, id))
  return stored
}

async function lockVendorWebhook(tx: Tx, caller: Caller, id: string) {
  const { vendorId, stoppedBy } = orNotFound(await queries.lockVendorWebhook(tx, id))
  const team: Team = { vendorId }
  await requireMatch(caller, () => read(tx, team, id))
  return { team, stoppedBy }
}

async function read(tx: Tx, team: Team, id: string): Promise<JsonText<Webhook>> {
  return orNotFound(await queries.findWebhook(tx, team, id))
}

function withSecret(json: JsonText<Webhook>, secret: string): JsonText<WebhookWithSecret> {
  return `${json.slice(0, -1)},"secret":${JSON.stringify(secret)}}`
}

function wrongState(detail: string): Problem {
  return new Problem('INVALID_TRANSITION', { detail })
}

/** Returns the host of a URL for events. The rest of the URL can contain secrets. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
