import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Pair, startPair } from './clusters.ts'
import { type ServiceNode, startNodes } from './service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites } from './writes.ts'

const secret = 'the-secret-that-all-of-the-nodes-share'

let pair: Pair
let folder: string
let nodes: ServiceNode[]
before(async () => {
  pair = await startPair()
  ;({ folder, nodes } = await startNodes({ url: pair.url, secret, roles: ['api', 'worker'] }))
})
after(async () => {
  for (const { child, output } of nodes) if (child.exitCode !== null) console.error(output())
  for (const node of nodes) await node.kill()
  await pair.remove()
  await rm(folder, { recursive: true, force: true })
})

const unexpectedErrors = () =>
  nodes.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes('unexpected error'))
  )

test('no acknowledged write is lost or done twice when the standby is promoted', async () => {
  const vendor = await createVendor(pair.primary.url, secret)
  const urls = nodes.flatMap(({ url }) => url ?? [])
  const writes = startWrites(urls, { owner: vendor.owner, perSecond: 20 })
  await writes.succeededAfter(performance.now())
  await pair.failOver()
  await writes.succeededAfter(performance.now())
  const count = await writes.finish()
  await assertWrittenOnce(pair.primary.url, vendor.id, count)
  const statuses = new Set(writes.attempts.map(({ status }) => status))
  assert.ok(statuses.isSubsetOf(new Set([201, 409, 503])), `${[...statuses]} ${unexpectedErrors()}`)

  // The worker numbers the events again.
  await pair.primary.run(async (sql) => {
    const unnumbered = () => sql`select from events where sequence is null limit 1`
    for (const deadline = Date.now() + 60_000; (await unnumbered()).length > 0; await sleep(50))
      assert.ok(Date.now() < deadline, 'The worker did not number the events.')
  })
  for (const { child, output } of nodes) assert.equal(child.exitCode, null, output())
})
