import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../src/lib/ids.ts'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from './app.ts'
import { type Body, newProduct, variant } from './products.ts'
import { type Loss, type ProtocolProxy, startProtocolProxy } from './protocol-proxy.ts'

const maxAttempts = 500

let loss: Loss = 'reset'
let proxy: ProtocolProxy
let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp({
    proxied: async (url) => {
      proxy = await startProtocolProxy(url, { loss: () => loss, delayMs: () => 0 })
      return proxy.url
    }
  })
  vendor = await t.vendor()
})
after(async () => {
  await t.close()
  proxy.stop()
})

type Write = { request: string; body: Body; countEffects: () => Promise<number> }

async function newStockChange(): Promise<Write> {
  const created = await t.call('POST /vendor/products', {
    as: vendor.owner,
    body: newProduct({ variants: [variant(newId())] })
  })
  const [stocked] = created.body.variants
  return {
    request: `PATCH /vendor/products/${created.body.id}`,
    body: { variantStock: [{ variantId: stocked.id, change: 1 }] },
    async countEffects() {
      const [row] = await t.sql<{ stock: number; changes: number }[]>`
        select stock_on_hand as stock, (select count(*)::int from product_history
          where variant_id = v.id and field = 'stockOnHand') as changes
        from variants v where id = ${stocked.id}`
      assert.equal(row?.stock, row?.changes)
      return row?.stock ?? 0
    }
  }
}

async function newCreation(): Promise<Write> {
  const body = newProduct({ variants: [variant(newId())] })
  const countEffects = async () => (await t.sql`select from products where sku = ${body.sku}`).length
  return { request: 'POST /vendor/products', body, countEffects }
}

const send = ({ request, body }: Write, key: string): Promise<TestAnswer> =>
  t.call(request, { as: vendor.owner, body, headers: { 'idempotency-key': key } })

/** Repeats a request while another connection is lost, or the server hasn't noticed the loss of an earlier one. */
async function sendUntilServed(write: Write, key: string): Promise<TestAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(write, key)
    const isRefused = answer.status === 503 || answer.body.code === 'REQUEST_IN_PROGRESS'
    if (!isRefused || attempt === maxAttempts) return answer
    await sleep(10)
  }
}

/**
 * Cuts the connection instead of the message with this number that completes a statement of the request. Returns the
 * number of effects and the statuses of the responses, or undefined if the request has fewer statements.
 */
async function cutAt(write: Write, { n, side }: { n: number; side: 'fromServer' | 'fromClient' }) {
  const key = newId()
  let seen = 0
  // CommandComplete of the server; Sync or Query of the client.
  const types = side === 'fromServer' ? ['C'] : ['S', 'Q']
  proxy[side] = ({ type }) => (types.includes(type) && ++seen === n ? 'before' : undefined)
  const statuses = [(await send(write, key)).status]
  proxy[side] = undefined
  if (seen < n) return undefined
  // The first repetition may be the one that takes effect. The second one gets the stored response in any case.
  const answers = [await sendUntilServed(write, key), await sendUntilServed(write, key)]
  assert.equal(answers[1]?.headers['idempotency-replayed'], 'true', `${n}: ${statuses} ${answers[1]?.text}`)
  assert.equal(answers[1]?.text, answers[0]?.text)
  statuses.push(...answers.map(({ status }) => status))
  return { effects: await write.countEffects(), statuses }
}

for (const [name, newWrite] of [
  ['an update of stock', newStockChange],
  ['a new product', newCreation]
] as const) {
  for (const [side, kind] of [
    ['fromServer', 'reset'],
    ['fromClient', 'close']
  ] as const) {
    test(`${name} with a key takes effect once, wherever its connection is lost (${side}, ${kind})`, async () => {
      loss = kind
      // The statements are prepared on the connections.
      for (let call = 0; call < 5; call++) await send(await newWrite(), newId())
      let points = 0
      for (let n = 1; ; n++) {
        const cut = await cutAt(await newWrite(), { n, side })
        if (!cut) break
        points++
        assert.equal(cut.effects, 1, `${n}: ${cut.statuses}`)
        assert.ok((cut.statuses.at(-1) ?? 0) < 300, `${n}: ${cut.statuses}`)
      }
      assert.ok(points > 0)
    })
  }
}
