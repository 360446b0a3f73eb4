import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionSettings } from './client.ts'
import { openClient, type Primary } from './primary.ts'

const pauseMs = 500

type Listening = {
  channel: string
  onPayload: (payload: string) => void
  settings: SessionSettings
  /** Ends the connection. */
  signal: AbortSignal
}

/**
 * Calls `onPayload` for each notification of the channel. If the connection can't be opened or is lost, opens it
 * again after half a second, until `signal` is aborted.
 */
export async function listenOnChannel(
  primary: Primary,
  { channel, onPayload, ...options }: Listening
): Promise<void> {
  const { settings, signal } = options
  while (!signal.aborted) {
    try {
      const client = await openClient(primary, { settings, pipeline: false })
      const closed = once(client, 'end')
      // If the connection is lost before it is awaited, `closed` rejects as well as the command.
      closed.catch(() => {})
      client.on('notification', (message) => message.channel === channel && onPayload(message.payload ?? ''))
      signal.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
      if (signal.aborted) return await client.end()
      await client.query(`listen "${channel}"`)
      await closed
    } catch {
      // The connection is opened again.
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
