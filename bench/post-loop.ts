// The floor of webhooks: a process that posts bodies with undici, and does nothing else.

import { Pool } from 'undici'

/** What to post: `count` requests with the bodies in turn, `concurrency` at a time. */
export type PostWork = { origin: string; bodies: string[]; count: number; concurrency: number }

async function post({ origin, bodies, count, concurrency }: PostWork): Promise<void> {
  const pool = new Pool(origin, { connections: concurrency })
  let sent = 0
  const worker = async () => {
    while (sent < count) {
      const body = bodies[sent++ % bodies.length] ?? ''
      const headers = { 'content-type': 'application/json' }
      const answer = await pool.request({ method: 'POST', path: '/0', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await pool.close()
}

process.on('message', async (work: PostWork) => {
  await post(work)
  process.send?.('done')
})
