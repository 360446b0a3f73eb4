// Sends 3,000 hostile bodies, eight at a time. Other clients must get responses during that time, and the
// memory must be released afterwards. Takes two to five minutes. Memory is measured on Linux only.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostileRequests } from './hostile-requests.ts'
import { type RunningService, startService } from './running-service.ts'

const requestCount = 3_000
const senders = 8
/** The timeout of each call. */
const timeoutMs = 10_000
/** After the requests, the idle service may have at most this much more resident memory than before. */
const maxGrowthMB = 100
const maxReleaseMs = 120_000

let service: RunningService
before(async () => {
  const scripts = new URL('../../../scripts/runtime.mjs', import.meta.url).href
  // The settings with which `npm start` runs the service.
  const { memorySettings } = (await import(scripts)) as { memorySettings: Record<string, string> }
  service = await startService(undefined, { ...memorySettings, RATE_LIMIT_MAX: '100000000' })
})
after(() => service.remove())

const call = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, service.url), { ...init, signal: AbortSignal.timeout(timeoutMs) })

async function signIn(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'purveyor-demo' })
  const answer = await call('/api/v1/auth/login', { method: 'POST', headers: json, body })
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
}

const json = { 'content-type': 'application/json' }

test('hostile bodies neither delay other clients nor leak memory', async () => {
  const tokens = {
    vendor: await signIn('owner@harbor.test'),
    platform: await signIn('operator@purveyor.test')
  }
  const bodies = hostileRequests.map((request) => ({ ...request, body: Buffer.from(request.body()) }))
  const before = residentMB()
  let sent = 0
  const send = async () => {
    while (sent < requestCount) {
      const { title, path, body, as } = bodies[sent++ % bodies.length] ?? assert.fail()
      const headers = { ...json, authorization: tokens[as] }
      const answer = await call(`/api/v1${path}`, { method: 'POST', headers, body })
      assert.equal(answer.status, 400, `${title}: ${(await answer.text()).slice(0, 500)}`)
      await answer.arrayBuffer().catch(() => {})
    }
  }
  const watch = async () => {
    while (sent < requestCount) {
      const answer = await call('/livez')
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
      await sleep(20)
    }
  }
  await Promise.all([...Array.from({ length: senders }, send), watch()])
  assert.doesNotMatch(service.output(), /unexpected error/)

  const deadline = performance.now() + maxReleaseMs
  while (residentMB() > before + maxGrowthMB && performance.now() < deadline) await sleep(1_000)
  assert.ok(residentMB() <= before + maxGrowthMB, `${residentMB()} MB after, ${before} MB before`)
})

function residentMB(): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8')
  return Math.round((Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6)
}
