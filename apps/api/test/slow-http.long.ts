// Attacks the service with slow senders and slow readers, 1,000 connections of each kind. Other clients must
// get responses during that time. Takes three minutes. Requires slowhttptest (`apt install slowhttptest` or
// `brew install slowhttptest`).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { skipWithout } from './long.ts'
import { type RunningService, startService } from './running-service.ts'

const connections = 1000
const seconds = 30
/** The timeout of each call. */
const timeoutMs = 10_000

type Attack = { title: string; flags: string[]; path: string }

const attacks: Attack[] = [
  { title: 'slow headers', flags: ['-H', '-i', '2'], path: '/api/v1/storefront/products' },
  {
    title: 'slow bodies',
    flags: ['-B', '-i', '2', '-s', '8192', '-t', 'POST', '-f', 'application/json'],
    path: '/api/v1/auth/login'
  },
  { title: 'a hundred ranges of one file', flags: ['-R', '-b', '2000'], path: '/docs/try/js/scalar.js' },
  {
    title: 'slow readers',
    flags: ['-X', '-w', '10', '-y', '20', '-n', '2', '-z', '32', '-k', '3'],
    path: '/api/v1/openapi.json'
  }
]

describe('under slow connections', { skip: skipWithout('slowhttptest', ['-h']) }, () => {
  let service: RunningService
  before(async () => {
    service = await startService(undefined, { RATE_LIMIT_MAX: '100000000' })
  })
  after(() => service.remove())

  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, service.url), { ...init, signal: AbortSignal.timeout(timeoutMs) })

  async function signIn(): Promise<number> {
    const body = JSON.stringify({ email: 'owner@harbor.test', password: 'purveyor-demo' })
    const headers = { 'content-type': 'application/json' }
    return (await call('/api/v1/auth/login', { method: 'POST', headers, body })).status
  }

  /** Calls the service until the attack is over, and returns the number of responses. */
  async function callWhile(isRunning: () => boolean): Promise<number> {
    let count = 0
    while (isRunning()) {
      for (const path of ['/livez', '/readyz', '/api/v1/storefront/products']) {
        const answer = await call(path)
        await answer.arrayBuffer()
        assert.equal(answer.status, 200, path)
        count++
      }
      await sleep(100)
    }
    return count
  }

  for (const { title, flags, path } of attacks) {
    test(`${title} do not block other clients`, async () => {
      const args = [...flags, '-c', String(connections), '-r', '200', '-l', String(seconds), '-p', '10']
      const attack = spawn('slowhttptest', [...args, '-u', new URL(path, service.url).href])
      const report = text(attack.stdout)
      const ended = once(attack, 'close')
      try {
        const count = await callWhile(() => attack.exitCode === null && attack.signalCode === null)
        assert.ok(count > 0)
      } finally {
        attack.kill('SIGKILL')
        await ended
      }
      const last =
        stripVTControlCharacters(await report)
          .split('slow HTTP test status')
          .at(-1) ?? ''
      assert.match(last, /(connected|closed): +[1-9]/)
      assert.equal(service.child.exitCode, null, service.output())
      assert.doesNotMatch(service.output(), /unexpected error/)
      // Bodies have to arrive within 30 seconds. After that, new bodies are accepted again.
      while ((await signIn()) !== 200) await sleep(500)
    })
  }
})
