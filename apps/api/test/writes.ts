import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { newId } from '../src/lib/ids.ts'
import { signAccessToken } from '../src/modules/auth/tokens/tokens.ts'

/** The `Retry-After` of a 503, to which clients add a random time. */
const retryMs = 2000
const maxRunning = 400
const expected = new Set<number | string>([201, 409, 503])

/** Creates a vendor with an owner, and returns the vendor's id and an access token of the owner. */
export async function createVendor(url: string, secret: string): Promise<{ id: string; owner: string }> {
  const [id, userId, sessionId] = [newId(), newId(), newId()]
  const sql = connect(url, { max: 1 })
  await sql`
    with vendor as (
      insert into vendors (id, name, slug, commission_percent, lead_time)
      values (${id}, 'Vendor', ${`vendor-${id}`}, 0, 4) returning id),
    account as (
      insert into users (id, email, name, password_hash, vendor_id, is_platform, role)
      select ${userId}, ${`${id}@example.test`}, 'Owner', 'unusable', id, false, 'OWNER' from vendor
      returning id)
    insert into sessions (id, user_id, expires_at)
    select ${sessionId}, id, now() + interval '1 day' from account`
  await sql.end({ timeout: 5 })
  // Valid for more than an hour, because long checks don't sign in again.
  return { id, owner: signAccessToken({ secret, userId, sessionId, now: Date.now() + 3_600_000 }) }
}

/** A response to a write, or the error code of the client. `detail` is the text of an unexpected response. */
type Attempt = { at: number; ms: number; status: number | string; detail: string }

/** Writes that run in the background. Each one is repeated with its key until it succeeds. */
export type Writes = {
  /** All responses, in the order in which they arrived. `at` is the time of `performance.now()`. */
  readonly attempts: readonly Attempt[]
  /** Resolves when a request that was sent after this time has succeeded. Returns the time of its response. */
  succeededAfter(since: number): Promise<number>
  /** Sends no more writes, and waits until all have succeeded. Returns their number. */
  finish(): Promise<number>
}

/**
 * Creates products, `perSecond` of them, on all nodes in turn. While 400 wait for their success, sends no others. The brand of each product is the number of the
 * write, so that lost and duplicated writes can be found (`countWrites`).
 */
export function startWrites(
  nodes: string[],
  { owner, perSecond }: { owner: string; perSecond: number }
): Writes {
  const attempts: Attempt[] = []
  const running = new Set<Promise<void>>()
  const waiting = new Set<{ since: number; resolve(at: number): void }>()
  let sent = 0
  let isEnding = false

  async function send(url: string, number: number, key: string): Promise<number | string> {
    const at = performance.now()
    const response = await fetch(`${url}/api/v1/vendor/products`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner}`,
        'content-type': 'application/json',
        'idempotency-key': key
      },
      body: JSON.stringify({ name: 'Hex bolt', sku: `W-${number}`, brand: `write ${number}` }),
      signal: AbortSignal.timeout(60_000)
    }).catch((error: Error & { cause?: { code?: string } }) => error)
    const isError = response instanceof Error
    const status = isError ? (response.cause?.code ?? response.name) : response.status
    const detail = isError ? response.message : await response.text().catch(() => '')
    attempts.push({ at, ms: performance.now() - at, status, detail: expected.has(status) ? '' : detail })
    if (status === 201) for (const { since, resolve } of waiting) if (at >= since) resolve(performance.now())
    return status
  }

  async function write(number: number): Promise<void> {
    const key = newId()
    for (let attempt = 0; ; attempt++, await sleep(retryMs * (1 + Math.random() / 2))) {
      const status = await send(nodes[(number + attempt) % nodes.length] ?? '', number, key)
      if (status === 201) return
    }
  }

  const sending = (async () => {
    const start = performance.now()
    let due = 0
    for (; !isEnding; await sleep(5)) {
      for (; due < ((performance.now() - start) / 1000) * perSecond; due++) {
        if (running.size >= maxRunning) continue
        const one = write(sent++).finally(() => running.delete(one))
        running.add(one)
      }
    }
  })()

  return {
    attempts,
    async succeededAfter(since) {
      const success = Promise.withResolvers<number>()
      const waiter = { since, resolve: success.resolve }
      waiting.add(waiter)
      const timeout = sleep(60_000, undefined, { ref: false })
      const at = await Promise.race([success.promise, timeout])
      waiting.delete(waiter)
      assert.ok(at !== undefined, `No write succeeded within 60 s. ${JSON.stringify(attempts.slice(-2))}`)
      return at
    },
    async finish() {
      isEnding = true
      await sending
      await Promise.race([Promise.all(running), sleep(90_000, undefined, { ref: false })])
      assert.equal(running.size, 0, `Writes never succeeded: ${JSON.stringify(attempts.slice(-3))}`)
      return sent
    }
  }
}

/** Counts the writes that the database has, and asserts that none was lost or done twice. */
export async function assertWrittenOnce(url: string, vendorId: string, count: number): Promise<void> {
  const sql = connect(url, { max: 1 })
  const [row] = await sql<{ rows: number; writes: number }[]>`
    select count(*)::int as rows, count(distinct brand)::int as writes
    from products where vendor_id = ${vendorId} and brand like 'write %'`
  await sql.end({ timeout: 5 })
  assert.deepEqual({ ...row }, { rows: count, writes: count })
}
