import type { Sql, Tx } from '../../../db/connect.ts'
import { type Event, recordEvents, systemOrigin } from '../../../events.ts'
import type { ClaimedWebhook } from './claim-queries.ts'
import {
  countAttempts,
  deleteOldFailedAttempts,
  insertFailedAttempts,
  insertSetAside,
  markBackground,
  type Progress,
  promoteHeads,
  refreshSetAside,
  type SetAsideState,
  type StoredProgress,
  settleHeads,
  stopGone,
  storeProgress
} from './commit-queries.ts'
import type { Changes } from './session.ts'
import type { WebhookTiming } from './timing.ts'

/** The changes of a webhook to store. */
export type ToCommit = {
  webhook: ClaimedWebhook
  changes: Changes
  /** The position that was stored by the last commit, or read when the webhook was claimed. */
  storedPosition: number
  isReleased: boolean
  /** True if the receiver has failed since the webhook was claimed, also if this is stored already. */
  hasFailed: boolean
  /** If `changes` has a failure: the pause before the next attempt, or null if it depends on events that are set aside. */
  pauseMs: number | null
}

/** What was stored for a webhook. `setAside` is missing if the events that are set aside haven't changed. */
export type Committed = StoredProgress & { setAside: SetAsideState | undefined }

/**
 * Stores in one transaction what has happened to the events of several webhooks, with the events about changes of their
 * state. Returns the webhooks whose lease is still held. Of the others, nothing is stored.
 */
export async function commitChanges(
  sql: Sql,
  commits: ToCommit[],
  { leaseMs, setAsideMs }: Pick<WebhookTiming, 'leaseMs' | 'setAsideMs'>
): Promise<Map<string, Committed>> {
  return await sql.begin(async (tx) => {
    await markBackground(tx)
    const stored = await storeProgress(tx, { rows: commits.map(progressOf), leaseMs })
    const byId = new Map(stored.map((row) => [row.webhookId, row]))
    const held = commits.flatMap((commit) => {
      const row = byId.get(commit.webhook.id)
      return row ? [{ ...commit, stored: row }] : []
    })
    await storeAttempts(tx, held)
    const setAside = await storeSetAside(tx, held, setAsideMs)
    await storeStates(tx, held)
    return new Map(stored.map((row) => [row.webhookId, { ...row, setAside: setAside.get(row.webhookId) }]))
  })
}

type Held = ToCommit & { stored: StoredProgress }

function progressOf({
  webhook,
  changes,
  storedPosition,
  isReleased,
  hasFailed,
  pauseMs
}: ToCommit): Progress {
  const { failure } = changes
  return {
    webhookId: webhook.id,
    leaseId: webhook.leaseId,
    version: webhook.version,
    storedPosition,
    position: changes.position,
    deliveredAhead: changes.deliveredAhead,
    isReleased,
    hasFailed,
    hasDelivered: changes.delivered > 0,
    gapTold: changes.gapTold,
    recovered: changes.recovered,
    failureReason: failure?.reason ?? null,
    failureStatus: failure?.status ?? null,
    failures: failure?.failures ?? 0,
    isNewFailure: failure?.isNew ?? false,
    pauseMs
  }
}

async function storeAttempts(tx: Tx, held: Held[]): Promise<void> {
  const counts = held
    .filter(({ changes }) => changes.delivered + changes.failed > 0)
    .map(({ webhook, changes: { delivered, failed, durationMs } }) => ({
      ...{ webhookId: webhook.id, delivered, failed, durationMs }
    }))
  const attempts = held.flatMap(({ webhook, changes }) =>
    changes.attempts.map((attempt) => ({ ...attempt, webhookId: webhook.id }))
  )
  if (counts.length > 0) await countAttempts(tx, counts)
  if (attempts.length === 0) return
  await insertFailedAttempts(tx, attempts)
  await deleteOldFailedAttempts(tx, [...new Set(attempts.map(({ webhookId }) => webhookId))])
}

/**
 * Stores which events were set aside, and what became of those that were. If a replay was begun, events aren't set aside,
 * because the replay sends them again.
 */
async function storeSetAside(tx: Tx, held: Held[], setAsideMs: number): Promise<Map<string, SetAsideState>> {
  const rows = held
    .filter(({ stored }) => !stored.isReplayed)
    .flatMap(({ webhook, changes }) => changes.setAside.map((row) => ({ ...row, webhookId: webhook.id })))
  const heads = held.flatMap(({ webhook, changes }) =>
    changes.heads.map((head) => ({ ...head, webhookId: webhook.id }))
  )
  if (rows.length > 0) await insertSetAside(tx, { rows, setAsideMs })
  if (heads.length > 0) await settleHeads(tx, { rows: heads, setAsideMs })
  const touched = [...rows, ...heads]
  if (touched.length === 0) return new Map()
  await promoteHeads(
    tx,
    touched.map(({ webhookId, key }) => ({ webhookId, key }))
  )
  const states = await refreshSetAside(tx, [...new Set(touched.map(({ webhookId }) => webhookId))])
  return new Map(states.map((state) => [state.webhookId, state]))
}

/** Stops webhooks whose receiver is gone, and records the events about webhooks. */
async function storeStates(tx: Tx, held: Held[]): Promise<void> {
  const gone = held.filter(({ changes }) => changes.gone).map(({ webhook }) => webhook.id)
  const stopped = gone.length > 0 ? await stopGone(tx, gone) : []
  const events = held.flatMap((one) => eventsOf(one, stopped.includes(one.webhook.id)))
  if (events.length > 0) await recordEvents(tx, systemOrigin, events)
}

function eventsOf({ webhook, changes, stored }: Held, isStopped: boolean): Event[] {
  const { id, vendorId, feed } = webhook
  const of = (type: Event['type'], details: Event['details'] = {}): Event => ({
    ...{ type, vendorId, details },
    subject: { type: 'webhook', id }
  })
  const { recovered, failure, heads, gapDropped } = changes
  const dropped = heads.filter(({ result }) => result === 'DROPPED')
  return [
    ...(recovered && stored.failingSince
      ? [of('webhook.recovered', { failingSince: new Date(stored.failingSince).toISOString() })]
      : []),
    ...(failure?.isNew
      ? [of('webhook.failing', { reason: failure.reason, answerStatus: failure.status })]
      : []),
    ...dropped.map(({ eventId, type, status }) =>
      of('webhook.event_dropped', {
        ...{ eventId, eventType: feed === 'EVENTS' ? type : 'catalog.changed', answerStatus: status }
      })
    ),
    ...(gapDropped
      ? [
          of('webhook.event_dropped', {
            ...{ eventId: gapDropped.eventId, eventType: 'feed.gap', answerStatus: gapDropped.status }
          })
        ]
      : []),
    ...(isStopped ? [of('webhook.stopped', { by: 'RECEIVER' })] : [])
  ]
}
