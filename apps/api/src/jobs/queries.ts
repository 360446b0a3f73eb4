import type { Handle } from '../db/connect.ts'

/** Sends a notification; in a transaction, when that commits. */
export async function notify(handle: Handle, channel: string, payload: string): Promise<void> {
  await handle`select pg_notify(${channel}, ${payload})`
}
