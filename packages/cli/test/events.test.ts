import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultyProxy } from '../../client/test/faulty-proxy.ts'
import type { CliResult } from './cli.ts'
import { type CliService, cliService } from './service.ts'

let s: CliService
before(async () => {
  s = await cliService()
})
after(() => s.close())

const createMethod = (name: string) =>
  s.run(['post', '/vendor/me/shipping-methods', '--data', JSON.stringify({ name })])

/** Follows events, and presses Ctrl-C as soon as the output matches, or after 30 seconds. */
function followUntil(args: string[], expected: RegExp, run = s.run): Promise<CliResult> {
  const stop = new AbortController()
  const limit = setTimeout(() => stop.abort(), 30_000)
  let written = ''
  const onOutput = (text: string) => {
    written += text
    if (expected.test(written)) stop.abort()
  }
  return run(['events', 'follow', ...args], { signal: stop.signal, onOutput }).finally(() =>
    clearTimeout(limit)
  )
}

test('follow shows earlier events with --since, and says how to continue', async () => {
  await createMethod('Pick up')
  const { code, stdout, stderr } = await followUntil(['--since', '1h'], /created/)
  assert.match(
    stdout,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}shipping_method\.created +[\da-f-]{36} {2}Test token \(token\)/
  )
  const cursor = /To continue: purveyor events follow --after (\S+)\n/.exec(stderr)?.[1]
  assert.ok(cursor, stderr)
  assert.equal(code, 130)
  await createMethod('Second')
  const next = await followUntil(['--after', cursor, '--json'], /\n/)
  const event = JSON.parse(next.stdout.split('\n')[0] ?? '')
  assert.equal(event.type, 'shipping_method.created')
  assert.notEqual(event.cursor, cursor)
  assert.match(next.stderr, new RegExp(`--after ${event.cursor} --json\n`))
})

test('without --since and --after, follow shows only new events', async () => {
  const followed = followUntil(['--json'], /\n/)
  // The command reads the newest cursor first. An event that is recorded before that is not shown.
  const writing = setInterval(() => createMethod(`New ${Date.now()}`), 500)
  const { stdout } = await followed.finally(() => clearInterval(writing))
  const event = JSON.parse(stdout.split('\n')[0] ?? '')
  assert.equal(event.subject.type, 'shipping_method')
  const { events } = JSON.parse((await s.run(['get', '/vendor/events'])).stdout)
  assert.ok(events[0].sequence < event.sequence)
})

test('follow survives a service that can not be reached, and says so', async () => {
  const proxy = await faultyProxy(s.url)
  proxy.faultFor = (connection) => (connection < 3 ? { cutResponseAfter: 0 } : undefined)
  const run: typeof s.run = (args, options) => s.run(args, { ...options, env: { PURVEYOR_URL: proxy.url } })
  const { stdout, stderr } = await followUntil(['--since', '1h'], /created/, run)
  await proxy.close()
  assert.match(stderr, /The service can't be reached\. Trying again …\nConnected again\.\n/)
  assert.match(stdout, /shipping_method\.created/)
})

test('operators follow the events of all vendors', async () => {
  const { stdout, stderr } = await followUntil(['--platform', '--since', '1h'], /created/, s.runAsOperator)
  assert.match(stdout, /shipping_method\.created/)
  assert.match(stderr, /--platform/)
})

test('an unknown type is refused', async () => {
  const { code, stderr } = await s.run(['events', 'follow', '--since', '1h', '--type', 'product.exploded'])
  assert.match(stderr, /type +must be one of/)
  assert.equal(code, 1)
  const both = await s.run(['events', 'follow', '--since', '1h', '--after', 'x'])
  assert.match(both.stderr, /`--since` and `--after` exclude each other\./)
  assert.equal(both.code, 2)
})
