import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:cluster'

/** A connection that the supervisor has accepted. */
type Handle = { close(): void }
type Send = (message: { act?: unknown; seq?: unknown }, handle?: Handle, ...rest: unknown[]) => boolean

/**
 * Closes the connection that was on its way to a process when the process was killed. `node:cluster` would hold it open
 * forever (Node 26.10), so that its client would wait in vain. The messages of `node:cluster` aren't documented; a test
 * fails if they change.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const sent = new Map<unknown, Handle>()
  const send = child.send.bind(child) as unknown as Send
  const sendAndRemember: Send = (message, handle, ...rest) => {
    if (message.act === 'newconn' && handle) sent.set(message.seq, handle)
    return send(message, handle, ...rest)
  }
  child.send = sendAndRemember as unknown as ChildProcess['send']
  child.on('internalMessage', ({ ack }: { ack?: unknown }) => sent.delete(ack))
  // The event `disconnect` doesn't occur while a connection is on its way. The last answers of the process have been
  // read after one turn of the event loop.
  child.once('exit', () =>
    setImmediate(() => {
      for (const handle of sent.values()) handle.close()
    })
  )
}
