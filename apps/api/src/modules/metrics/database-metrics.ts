import { type Gauge, Registry } from '@prometheus-io/client'
import type { Sql } from '../../db/connect.ts'
import { gauge } from '../../metrics/registry.ts'
import { type DatabaseState, readDatabaseState } from './queries.ts'

/** The metrics that are read from the database. They are published only while the database responds. */
const database = new Registry()
/** The name of the metric that says whether the database responds. It isn't removed while the database is away. */
export const databaseUpName = 'purveyor_database_up'
const databaseUp = gauge(databaseUpName, {
  help: '1 if the database responded to the statement of the last scrape in time, else 0.'
})

function define<Label extends string = never>(
  name: `purveyor_${string}`,
  { help, labels = [] }: { help: string; labels?: readonly Label[] }
): Gauge<Label> {
  return gauge(name, { help, labels, registers: [database] })
}

const jobs = define('purveyor_import_jobs', {
  help: 'Import jobs that have not ended, by status.',
  labels: ['status']
})
const waitingItems = define('purveyor_import_waiting_items', {
  help: 'Items of received uploads that are not processed yet.'
})
const waitingImages = define('purveyor_import_waiting_images', {
  help: 'Images of processed items that are not fetched yet.'
})
const oldestChunkAge = define('purveyor_import_oldest_chunk_age_seconds', {
  help: 'Time since the oldest items that wait were received; 0 if none wait.'
})
const unnumbered = define('purveyor_feed_unnumbered_entries', {
  help: 'Entries that have no number yet, so that their feed does not show them; at most 100000.',
  labels: ['feed']
})
const oldestUnnumbered = define('purveyor_feed_oldest_unnumbered_age_seconds', {
  help: 'Time since the oldest entry without a number was recorded; 0 if all have a number.',
  labels: ['feed']
})
const queueEntries = define('purveyor_moderation_queue_entries', {
  help: 'Entries of the moderation queue, by kind; at most 100000 of each kind.',
  labels: ['kind']
})
const queueAge = define('purveyor_moderation_queue_oldest_age_seconds', {
  help: 'Time since the oldest entry of the moderation queue began to wait; 0 if there is none.',
  labels: ['kind']
})

const webhooks = define('purveyor_webhooks', {
  help: 'Webhooks, by state.',
  labels: ['state']
})
const webhookLagSeconds = define('purveyor_webhook_lag_seconds', {
  help: 'Age of the oldest event that a webhook waits for; 0 if none waits.'
})
const webhookLagEvents = define('purveyor_webhook_lag_events', {
  help: 'Events that the webhook with the oldest event waits for; at most 100000.'
})

type Times = { cacheMs: number; deadlineMs: number }

/**
 * Returns a function that returns the metrics that are read from the database, as text. If the database doesn't respond
 * in time, the text is empty. See `createDatabaseReader`.
 */
export function createDatabaseMetrics(sql: Sql, times?: Times): () => Promise<string> {
  const read = createDatabaseReader(sql, times)
  return async () => (await (await read())?.metrics()) ?? ''
}

/**
 * Returns a function that reads the metrics of the database and returns them. The function never rejects: if the
 * database doesn't respond in time, it returns undefined and `purveyor_database_up` is 0. One statement reads all
 * values. They are cached for `cacheMs`, and concurrent calls share one statement.
 */
export function createDatabaseReader(
  sql: Sql,
  { cacheMs, deadlineMs }: Times = { cacheMs: 5000, deadlineMs: 2000 }
): () => Promise<Registry | undefined> {
  let last: { state: Promise<DatabaseState | undefined>; validUntil: number } | undefined
  const read = () => {
    if (last && performance.now() < last.validUntil) return last.state
    const entry = {
      state: readDatabaseState(sql).catch(() => undefined),
      validUntil: Number.POSITIVE_INFINITY
    }
    last = entry
    entry.state.then((state) => {
      entry.validUntil = state ? performance.now() + cacheMs : 0
    })
    return entry.state
  }
  return async () => {
    const state = await within(deadlineMs, read())
    databaseUp.set(state ? 1 : 0)
    if (!state) return undefined
    setAll(state)
    return database
  }
}

/** Resolves to undefined if `result` takes longer than `ms`. */
async function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function setAll(state: DatabaseState): void {
  for (const status of ['RECEIVING', 'QUEUED', 'PROCESSING'] as const)
    jobs.set({ status }, state.jobs[status] ?? 0)
  waitingItems.set(state.waitingItems)
  waitingImages.set(state.waitingImages)
  oldestChunkAge.set(state.oldestChunkAge)
  unnumbered.set({ feed: 'events' }, state.unnumberedEvents)
  unnumbered.set({ feed: 'catalog_changes' }, state.unnumberedChanges)
  oldestUnnumbered.set({ feed: 'events' }, state.oldestEventAge)
  oldestUnnumbered.set({ feed: 'catalog_changes' }, state.oldestChangeAge)
  for (const [kind, { count, oldestAge }] of Object.entries(state.queue)) {
    queueEntries.set({ kind }, count)
    queueAge.set({ kind }, oldestAge)
  }
  for (const name of ['HEALTHY', 'FAILING', 'STOPPED'] as const)
    webhooks.set({ state: name }, state.webhooks[name] ?? 0)
  webhookLagSeconds.set(state.webhookLag.age)
  webhookLagEvents.set(state.webhookLag.events)
}
