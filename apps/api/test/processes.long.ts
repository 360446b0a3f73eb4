// Replaces and stops the processes of nodes under requests that are sent without pauses. Takes about a minute.
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from './app.ts'
import { until } from './bucket.ts'
import { type RunningNode, startNode, startReading, statusOf } from './node-processes.ts'
import { serviceFolder } from './running-service.ts'

let t: TestApp
let folder: string
let node: RunningNode
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
  node = await startNode(t, { folder })
})
after(async () => {
  node.child.kill('SIGKILL')
  await until(() => node.processes().length === 0)
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends requests as fast as possible during the work, and asserts that none of them fails. */
async function assertServedDuring(work: () => Promise<unknown>): Promise<void> {
  const stop = startReading([`${node.url}/api/v1/storefront/products`, `${node.url}/readyz`])
  await work()
  const results = await stop()
  assert.deepEqual(Object.keys(results), ['200'], JSON.stringify(results))
}

describe('a node of two processes', () => {
  for (const number of [1, 2])
    test(`takes process ${number} out of use if it gets SIGTERM, without failing a request`, async () => {
      const old = node.processes().find((one) => one.number === number)
      assert.ok(old)
      await assertServedDuring(async () => {
        process.kill(old.pid, 'SIGTERM')
        await node.replaced(number, old.pid)
      })
    })

  test('replaces its processes after SIGHUP without failing a request, with the settings that .env has then', async () => {
    const old = node.processes().map(({ pid }) => pid)
    await writeFile(join(folder, '.env'), 'CORS_ORIGINS=https://console.market.example\n')
    await assertServedDuring(async () => {
      node.child.kill('SIGHUP')
      await until(
        () => node.processes().every(({ pid }) => !old.includes(pid)) && node.processes().length === 2
      )
    })
    const headers = { origin: 'https://console.market.example' }
    const answer = await fetch(`${node.url}/livez`, { headers })
    assert.equal(answer.headers.get('access-control-allow-origin'), headers.origin)
    assert.equal(node.child.exitCode, null)
  })

  test('replaces its processes after each of three SIGHUPs without failing a request', async () => {
    await assertServedDuring(async () => {
      for (let round = 0; round < 3; round++) {
        const old = node.processes().map(({ pid }) => pid)
        node.child.kill('SIGHUP')
        await until(
          () => node.processes().length === 2 && node.processes().every(({ pid }) => !old.includes(pid))
        )
      }
    })
    assert.equal(node.child.exitCode, null)
  })
})

test('a node of workers ends with code 0 when it is stopped', async () => {
  const workers = await startNode(t, { folder, env: { PURVEYOR_ROLE: 'worker' } })
  assert.equal(await statusOf(`${workers.url}/readyz`, new Agent()), 200)
  workers.child.kill('SIGTERM')
  assert.equal(await workers.ended, 0, workers.output())
})

test('a node serves requests until it has drained, also if all of its processes get the signal', async () => {
  const drained = await startNode(t, { folder, env: { DRAIN_SECONDS: '300' } })
  const pids = drained.processes().map(({ pid }) => pid)
  for (const pid of pids) process.kill(pid, 'SIGTERM')
  drained.child.kill('SIGTERM')
  await until(async () => (await statusOf(`${drained.url}/readyz`, new Agent())) === 503)
  for (let n = 0; n < 4; n++)
    assert.equal(await statusOf(`${drained.url}/api/v1/storefront/products`, new Agent()), 200)
  drained.child.kill('SIGKILL')
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await drained.ended
})
