// Kills the primary ten times under 100 writes per second, promotes its synchronous standby each time, and
// replaces the killed server by a new standby. Takes about five minutes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Pair, startPair } from './clusters.ts'
import { type ServiceNode, startNodes } from './service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites, type Writes } from './writes.ts'

const failovers = 10
const perSecond = 100
const maxSeconds = 15
const secret = 'the-secret-that-all-of-the-nodes-share'

let pair: Pair
let folder: string
let nodes: ServiceNode[]
before(async () => {
  pair = await startPair()
  ;({ folder, nodes } = await startNodes({ url: pair.url, secret, roles: ['api', 'api', 'worker'] }))
})
after(async () => {
  for (const node of nodes) await node.kill()
  await pair.remove()
  await rm(folder, { recursive: true, force: true })
})

const secondsBetween = (from: number, to: number) => ((to - from) / 1000).toFixed(1)

/** Runs one failover. Returns the seconds from its kill to its promotion, and from there to the first success. */
async function failOver(writes: Writes) {
  await writes.succeededAfter(performance.now())
  const killed = performance.now()
  await pair.failOver()
  const promoted = performance.now()
  const succeeded = await writes.succeededAfter(promoted)
  await pair.rebuild()
  const during = writes.attempts.filter(({ at }) => at >= killed && at < succeeded)
  return {
    'kill to promotion, s': secondsBetween(killed, promoted),
    'promotion to first success, s': secondsBetween(promoted, succeeded),
    'responses 201': during.filter(({ status }) => status === 201).length,
    '503': during.filter(({ status }) => status === 503).length,
    other: during.filter(({ status }) => status !== 201 && status !== 503).length,
    'slowest response, s': (Math.max(0, ...during.map(({ ms }) => ms)) / 1000).toFixed(1)
  }
}

test('ten failovers lose and repeat no acknowledged write', async () => {
  const vendor = await createVendor(pair.primary.url, secret)
  const urls = nodes.flatMap(({ url }) => url ?? [])
  const writes = startWrites(urls, { owner: vendor.owner, perSecond })
  const rounds: Awaited<ReturnType<typeof failOver>>[] = []
  for (let round = 0; round < failovers; round++) rounds.push(await failOver(writes))
  const count = await writes.finish()
  console.table(rounds)
  console.log(`${count} acknowledged writes, ${writes.attempts.length} responses`)
  await assertWrittenOnce(pair.primary.url, vendor.id, count)
  for (const { child, output } of nodes) assert.equal(child.exitCode, null, output())
  const unexpected = writes.attempts.filter(({ status }) => ![201, 409, 503].includes(Number(status)))
  assert.deepEqual(unexpected.slice(0, 3), [], unexpectedErrors().slice(0, 3).join('\n'))
  for (const round of rounds)
    assert.ok(Number(round['promotion to first success, s']) <= maxSeconds, JSON.stringify(round))
})

function unexpectedErrors(): string[] {
  return nodes.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes('unexpected error'))
  )
}
