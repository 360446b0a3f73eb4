// Fails over 100 times (FAILOVERS) while reads and writes are sent, and prints responses that are neither successes nor
// 503, with the lines of the log about them. Takes about 20 minutes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Pair, startPair } from './clusters.ts'
import { type MixedResponse, startMixedRequests } from './mixed-requests.ts'
import { type ServiceNode, startNodes } from './service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites } from './writes.ts'

const failovers = Number(process.env.FAILOVERS ?? 100)
// More writes of products with the same name would wait for each other's slugs for longer than their timeouts.
const perSecond = 10
const secret = 'the-secret-that-all-of-the-nodes-share'

let pair: Pair
let folder: string
let nodes: ServiceNode[]
before(async () => {
  // Without fsync, a new standby is there in seconds. The operating system doesn't crash here.
  pair = await startPair({ fsync: 'off' })
  const env = { DURABILITY_CHECK: 'off', METRICS_PORT: '0' }
  ;({ folder, nodes } = await startNodes({ url: pair.url, secret, roles: ['api', 'api', 'worker'], env }))
})
after(async () => {
  for (const node of nodes) await node.kill()
  await pair.remove()
  await rm(folder, { recursive: true, force: true })
})

const isExpected = ({ status }: { status: number | string }) =>
  status === 503 || (typeof status === 'number' && status >= 200 && status < 300)

/** Returns the lines of the logs about a request, without those that only say that it ended. */
function logLines(text: string): string[] {
  const id = /"requestId":"([^"]+)"/.exec(text)?.[1]
  if (!id) return []
  return nodes.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes(id) && line.includes('"err"'))
  )
}

function describe({ request, status, text }: MixedResponse): string {
  return [`${request}: ${status} ${text}`, ...logLines(text)].join('\n')
}

/** Returns the lines of the logs with unexpected errors, also of background work. */
function unexpectedErrors(): string[] {
  return nodes.flatMap(({ output }) => output().split('\n')).filter((line) => line.includes('25P02'))
}

test('during failovers, all responses are successes or 503', async () => {
  const vendor = await createVendor(pair.primary.url, secret)
  const urls = nodes.flatMap(({ url }) => url ?? [])
  const writes = startWrites(urls, { owner: vendor.owner, perSecond })
  await writes.succeededAfter(performance.now())
  const requests = await startMixedRequests(urls, { owner: vendor.owner, perSecond: perSecond * 2 })
  let seen = 0
  for (let round = 1; round <= failovers; round++) {
    const times = [await writes.succeededAfter(performance.now())]
    await pair.failOver()
    times.push(performance.now())
    times.push(await writes.succeededAfter(performance.now()))
    await pair.rebuild()
    times.push(performance.now())
    const [promotion, recovery, standby] = secondsBetween(times)
    console.log(`${round}: promotion ${promotion} s, recovery ${recovery} s, new standby ${standby} s`)
    const unexpected = requests.responses.slice(seen).filter((response) => !isExpected(response))
    seen = requests.responses.length
    for (const response of unexpected.slice(0, 5)) console.log(describe(response))
  }
  await requests.finish()
  const count = await writes.finish()
  console.table(countStatuses([...requests.responses, ...writes.attempts]))
  await assertWrittenOnce(pair.primary.url, vendor.id, count)
  for (const { child, output } of nodes) assert.equal(child.exitCode, null, output())

  // A key of which the first request is still in progress gets a 409.
  const ofWrites = writes.attempts.filter((attempt) => !isExpected(attempt) && attempt.status !== 409)
  const others = [
    ...requests.responses.filter((response) => !isExpected(response)),
    ...ofWrites.map((attempt) => ({ ...attempt, request: 'POST /vendor/products', text: attempt.detail }))
  ]
  assert.deepEqual(unexpectedErrors().slice(0, 5), [])
  assert.equal(others.length, 0, others.slice(0, 20).map(describe).join('\n'))
})

/** Returns the seconds between consecutive times in milliseconds. */
function secondsBetween(times: number[]): string[] {
  return times.slice(1).map((time, index) => ((time - (times[index] ?? 0)) / 1000).toFixed(1))
}

function countStatuses(list: readonly { status: number | string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of list) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
