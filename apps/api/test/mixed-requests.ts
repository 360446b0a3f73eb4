import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const maxRunning = 200

/** A response, or the error code of the client. `text` is the body of a response that isn't a success. */
export type MixedResponse = { request: string; at: number; ms: number; status: number | string; text: string }

/** Requests that run in the background, each sent only once. */
export type MixedRequests = {
  readonly responses: readonly MixedResponse[]
  /** Sends no more requests, and waits for the responses. */
  finish(): Promise<void>
}

type Request = [request: string, body?: object]

/**
 * Sends reads and writes of several kinds in turn, `perSecond` of them, to all nodes in turn. While 200 wait for a
 * response, sends no others.
 */
export async function startMixedRequests(
  nodes: string[],
  { owner, perSecond }: { owner: string; perSecond: number }
): Promise<MixedRequests> {
  const responses: MixedResponse[] = []
  const running = new Set<Promise<void>>()
  let isEnding = false

  function call(node: string, [request, body]: Request): Promise<Response> {
    const [method = '', path] = request.split(' ')
    return fetch(`${node}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${owner}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000)
    })
  }

  async function send(node: string, request: Request): Promise<void> {
    const at = performance.now()
    const record = (status: number | string, text: string) =>
      void responses.push({ request: request[0], at, ms: performance.now() - at, status, text })
    try {
      const response = await call(node, request)
      const text = await response.text()
      record(response.status, response.ok ? '' : text)
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: { code?: string } }
      record(cause?.code ?? name, message)
    }
  }

  const kinds = await prepare((request) => call(nodes[0] ?? '', request))
  const sending = (async () => {
    const start = performance.now()
    for (let due = 0; !isEnding; await sleep(5))
      for (; due < ((performance.now() - start) / 1000) * perSecond; due++) {
        if (running.size >= maxRunning) continue
        const kind = kinds[due % kinds.length]
        if (!kind) continue
        const one = send(nodes[Math.floor(due / kinds.length) % nodes.length] ?? '', kind(due)).finally(() =>
          running.delete(one)
        )
        running.add(one)
      }
  })()

  return {
    responses,
    async finish() {
      isEnding = true
      await sending
      await Promise.all(running)
    }
  }
}

/** Creates what the requests read and change. Returns a function for each kind of request. */
async function prepare(
  call: (request: Request) => Promise<Response>
): Promise<((number: number) => Request)[]> {
  const create = async (request: Request): Promise<{ id: string }> => {
    const response = await call(request)
    assert.ok(response.ok, await response.clone().text())
    return (await response.json()) as { id: string }
  }
  const { id } = await create(['POST /vendor/products', { name: 'Washer', sku: 'MIXED' }])
  const countryRates = [{ countryCode: 'US', flatRate: 9.95 }]
  const methods = '/vendor/me/shipping-methods'
  const method = await create([`POST ${methods}`, { name: 'Ground', countryRates }])
  const upload = (number: number) => ({
    product: `Nut ${number % 10}`,
    code: `U-${number % 10}`,
    vendor_price: 1 + (number % 90)
  })
  return [
    () => [`GET /vendor/products/${id}`],
    () => ['GET /vendor/products?first=5'],
    () => ['GET /vendor/orders'],
    () => ['GET /auth/me'],
    () => [`GET ${methods}`],
    () => ['GET /vendor/products/export?first=50'],
    () => ['GET /vendor/events?first=5'],
    (number) => [`PATCH /vendor/products/${id}`, { name: `Washer ${number}` }],
    (number) => [`PATCH ${methods}/${method.id}`, { name: `Ground ${number}` }],
    (number) => [
      'POST /vendor/products/bulk-update',
      { items: [{ product_id: id, product_code: 'MIXED', amount: number }] }
    ],
    (number) => ['POST /vendor/products/bulk-upload', { items: [upload(number)] }]
  ]
}
