import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import {
  type ReceivedRequest,
  type Receiver,
  startReceiver
} from '../../../apps/api/test/webhook-receiver.ts'
import type { CliOptions, CliResult } from './cli.ts'
import { type CliService, cliService } from './service.ts'

let s: CliService
before(async () => {
  s = await cliService()
})
after(() => s.close())

const secretPattern = /whsec_[\w+/]+=*/

async function createMethod(name: string): Promise<string> {
  const { stdout } = await s.run(['post', '/vendor/me/shipping-methods', '--data', JSON.stringify({ name })])
  return JSON.parse(stdout).id
}

/** Returns the cursor of the newest event, once that of a new shipping method is in the feed. */
async function newestCursor(): Promise<string> {
  const id = await createMethod(`Method ${crypto.randomUUID().slice(0, 8)}`)
  for (;;) {
    const { stdout } = await s.run(['get', '/vendor/events', '--query', `subjectId=${id}`])
    const [event] = JSON.parse(stdout).events
    if (event) return event.cursor
  }
}

async function created(...args: string[]): Promise<{ id: string; secret: string }> {
  const { stdout, stderr } = await s.run(['webhooks', 'create', ...args, '--json'])
  assert.ok(stdout, stderr)
  return JSON.parse(stdout)
}

/** Returns the type and the subject of each request. */
const bodies = (received: readonly ReceivedRequest[]) => received.map(({ body }) => JSON.parse(body))

test('a webhook is created, listed, changed, stopped, started and deleted', async () => {
  const receiver = await startReceiver()
  const { code, stdout, stderr } = await s.run([
    ...['webhooks', 'create', receiver.url, '--type', 'order.placed', '--type', 'order.cancelled'],
    ...['--header', 'Authorization: Bearer of-the-gateway', '--description', 'To the ERP']
  ])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /URL +http.*\n +State +HEALTHY\n +Types +order\.placed, order\.cancelled\n/)
  assert.match(stdout, /Headers +Authorization\n/)
  assert.match(stdout, /\nSecret: whsec_\S+\n/)
  assert.doesNotMatch(stdout + stderr, /of-the-gateway/)
  assert.match(stderr, /It is not shown again/)
  const id = /Webhook +(\S+)/.exec(stdout)?.[1] ?? ''

  const list = await s.run(['webhooks', 'list'])
  assert.match(list.stdout, new RegExp(`${id} +HEALTHY +http`))
  assert.doesNotMatch(list.stdout, secretPattern)
  const changed = await s.run([
    'webhooks',
    'update',
    id,
    '--all-types',
    '--concurrency',
    '1',
    '--to',
    `${receiver.url}/v2`
  ])
  assert.match(
    changed.stdout,
    /URL +\S+\/hook\/v2\n +State +HEALTHY\n +Types +all\n[\s\S]*Requests at once +1\n/
  )
  assert.match((await s.run(['webhooks', 'update', id, '--stop'])).stdout, /State +STOPPED by owner/)
  assert.match((await s.run(['webhooks', 'update', id, '--start'])).stdout, /State +HEALTHY/)
  assert.match((await s.run(['webhooks', 'delete', id])).stdout, new RegExp(`Deleted the webhook ${id}`))
  assert.match((await s.run(['webhooks', 'list'])).stdout, /There are no webhooks\./)
  assert.equal((await s.run(['webhooks', 'status', id])).code, 1)
  await receiver.close()
})

test('the operator has webhooks of its own, also for changes of the catalog', async () => {
  const receiver = await startReceiver()
  const args = ['webhooks', 'create', receiver.url, '--catalog-changes', '--platform']
  const { stdout, stderr } = await s.runAsOperator(args)
  assert.match(stdout, /Types +catalog\.changed/, stderr)
  const list = await s.runAsOperator(['webhooks', 'list', '--platform', '--json'])
  const [webhook] = JSON.parse(list.stdout).webhooks
  assert.equal(webhook.feed, 'CATALOG_CHANGES')
  await s.runAsOperator(['webhooks', 'delete', webhook.id, '--platform'])
  await receiver.close()
})

test('test posts an example, and fails if the receiver does', async () => {
  let status = 200
  const receiver = await startReceiver((response) => {
    response.statusCode = status
    response.end('from the receiver')
  })
  const { id, secret } = await created(receiver.url)
  const delivered = await s.run(['webhooks', 'test', id, '--type', 'order.placed'])
  assert.match(delivered.stdout, /^Delivered: 200 in \d+ ms\.\nfrom the receiver\n$/)
  assert.equal(delivered.code, 0)
  const [request] = receiver.received
  assert.equal(bodies(receiver.received)[0].type, 'order.placed')
  new StandardWebhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)
  status = 500
  const failed = await s.run(['webhooks', 'test', id])
  assert.match(failed.stdout, /^Not delivered: 500 in \d+ ms\.\nfrom the receiver\n$/)
  assert.equal(failed.code, 1)
  assert.equal((await s.run(['webhooks', 'test', id, '--type', 'order.exploded'])).code, 1)
  await s.run(['webhooks', 'delete', id])
  await receiver.close()
})

test('test shows the lines of an answer without the control characters that could change the terminal', async () => {
  const receiver = await startReceiver((response) => {
    response.statusCode = 500
    response.end('first\u001b]0;title\u0007\r\nsecond\u001b[2J\u0008\n')
  })
  const { id } = await created(receiver.url)
  const { stdout } = await s.run(['webhooks', 'test', id])
  assert.match(stdout, /^Not delivered: 500 in \d+ ms\.\nfirst \]0;title\nsecond \[2J\n$/)
  await s.run(['webhooks', 'delete', id])
  await receiver.close()
})

test('rotate shows a new secret, and status until when the previous one is valid', async () => {
  // The events before are numbered then, so none of them waits for the webhook.
  await newestCursor()
  const { id, secret } = await created('http://127.0.0.1:9/hook')
  const rotated = await s.run(['webhooks', 'rotate', id, '--overlap', '48'])
  const next = secretPattern.exec(rotated.stdout)?.[0]
  assert.ok(next && next !== secret)
  const { stdout } = await s.run(['webhooks', 'status', id])
  assert.match(stdout, /Previous secret +valid until \d{4}-/)
  assert.match(stdout, /Waiting +nothing\n +Attempts in 72 hours +0 delivered, 0 failed/)
  assert.doesNotMatch(stdout, secretPattern)
  const wrong = await s.run(['webhooks', 'rotate', id, '--overlap', 'long'])
  assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
  await s.run(['webhooks', 'delete', id])
})

test('replay takes a cursor, a time or events, and status shows the events that are set aside', async () => {
  const cursor = await newestCursor()
  const { id } = await created('http://127.0.0.1:9/hook')
  const event = (await createMethod('Replayed')) && (await newestCursor())
  assert.ok(event)
  for (const args of [
    ['--after', cursor],
    ['--since', '1h']
  ]) {
    const { code, stdout, stderr } = await s.run(['webhooks', 'replay', id, ...args])
    assert.match(stdout, /^The events will be delivered again\./, stderr)
    assert.equal(code, 0)
  }
  const { events } = JSON.parse((await s.run(['get', '/vendor/events', '--query', 'last=2'])).stdout)
  const ids = events.flatMap((one: { id: string }) => ['--event', one.id])
  assert.match(
    (await s.run(['webhooks', 'replay', id, ...ids])).stdout,
    /^2 events will be delivered again\./
  )
  const { stdout } = await s.run(['webhooks', 'status', id])
  assert.match(
    stdout,
    new RegExp(`Events that are set aside:\\n[\\s\\S]*${events[0].id} +shipping_method\\.created +REPLAY`)
  )
  for (const args of [[], ['--after', cursor, '--since', '1h']]) {
    const { code, stderr } = await s.run(['webhooks', 'replay', id, ...args])
    assert.match(stderr, /Name either `--after`, `--since` or `--event`/)
    assert.equal(code, 2)
  }
  await s.run(['webhooks', 'delete', id])
})

const mistakes: [args: string[], message: RegExp][] = [
  [['update', 'x'], /Name at least one option/],
  [['update', 'x', '--start', '--stop'], /`--start` and `--stop` exclude each other/],
  [['update', 'x', '--all-types', '--type', 'order.placed'], /`--type` and `--all-types` exclude/],
  [['update', 'x', '--header', 'Bearer of-the-gateway'], /A `--header` has no name or no value/],
  [['listen'], /`--forward-to` is missing/],
  [['listen', '--forward-to', 'localhost:3000'], /`localhost:3000` is not an http or https URL/],
  [
    ['listen', '--forward-to', 'http://localhost:1', '--secret', 'whsec_of the gateway'],
    /must be whsec_ and Base64/
  ],
  [['listen', '--forward-to', 'http://localhost:1', '--since', '1h', '--after', 'x'], /exclude each other/]
]

for (const [args, message] of mistakes) {
  test(`webhooks ${args.join(' ')} is refused with the exit code 2`, async () => {
    const { code, stdout, stderr } = await s.run(['webhooks', ...args])
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /of-the-gateway|of the gateway/)
    assert.deepEqual([code, stdout], [2, ''])
  })
}

/** Runs `webhooks listen`, and presses Ctrl-C when `isDone` is true after a line of output. */
function listenUntil(
  receiver: Receiver,
  args: string[],
  { isDone, ...options }: CliOptions & { isDone(output: string): boolean }
): Promise<CliResult> {
  const stop = new AbortController()
  let written = ''
  const onOutput = (text: string) => {
    written += text
    if (isDone(written)) stop.abort()
  }
  const command = ['webhooks', 'listen', '--forward-to', receiver.url, ...args]
  return s.run(command, { ...options, signal: stop.signal, onOutput })
}

test('listen forwards events as the service signs and writes them, and says how to continue', async () => {
  const receiver = await startReceiver()
  const cursor = await newestCursor()
  const ids = [await createMethod('First'), await createMethod('Second')]
  const { code, stdout, stderr } = await listenUntil(receiver, ['--after', cursor], {
    isDone: () => receiver.received.length === 2
  })
  assert.equal(code, 130)
  const secret = /^Secret: (\S+)\n/.exec(stdout)?.[1] ?? ''
  const posted = bodies(receiver.received)
  assert.deepEqual(
    posted.map(({ subject }) => subject.id),
    ids
  )
  for (const { body, headers } of receiver.received) {
    const event = new StandardWebhook(secret).verify(body, headers as Record<string, string>) as {
      id: string
    }
    assert.equal(event.id, headers['webhook-id'])
    assert.equal(headers['content-type'], 'application/json')
  }
  assert.equal(posted[0].url, `${s.url}/api/v1/vendor/me/shipping-methods/${ids[0]}`)
  assert.match(
    stdout,
    new RegExp(`\\d\\d:\\d\\d:\\d\\d {2}shipping_method\\.created +${posted[0].id} {2}200 in \\d+ ms\n`)
  )
  const next = /To continue: purveyor webhooks listen --forward-to \S+ --after (\S+)\n/.exec(stderr)?.[1]
  assert.ok([posted[0].cursor, posted[1].cursor].includes(next), stderr)
  await receiver.close()
})

test('listen tries the same event again until the receiver accepts it, in the order of the feed', async () => {
  let requests = 0
  const receiver = await startReceiver((response) => {
    requests++
    if (requests === 2) return void response.destroy()
    response.statusCode = requests < 4 ? 500 : 204
    response.end(requests === 1 ? 'not\nyet' : undefined)
  })
  const cursor = await newestCursor()
  const ids = [await createMethod('Retried'), await createMethod('Next')]
  const { stdout } = await listenUntil(receiver, ['--after', cursor, '--json'], {
    isDone: (output) => output.split('"status":204').length > 2
  })
  assert.deepEqual(
    bodies(receiver.received).map(({ subject }) => subject.id),
    [ids[0], ids[0], ids[0], ids[0], ids[1]]
  )
  const [start, ...attempts] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(Object.keys(start), ['forwardTo', 'secret'])
  assert.deepEqual(
    attempts.map(({ status, retryInMs }) => [status, retryInMs]),
    [
      [500, 1000],
      [null, 2000],
      [500, 4000],
      [204, null],
      [204, null]
    ]
  )
  assert.equal(attempts[0].answer, 'not\nyet')
  await receiver.close()
})

test('listen gives up an event that is refused three times, and continues with the next one', async () => {
  const receiver = await startReceiver((response, { body }) => {
    response.statusCode = JSON.parse(body).subject.id === refused ? 422 : 200
    response.end('unknown method')
  })
  const cursor = await newestCursor()
  const refused = await createMethod('Refused')
  const next = await createMethod('Accepted')
  const { stdout } = await listenUntil(receiver, ['--after', cursor], {
    isDone: (output) => / 200 in/.test(output)
  })
  assert.deepEqual(
    bodies(receiver.received).map(({ subject }) => subject.id),
    [refused, refused, refused, next]
  )
  assert.match(
    stdout,
    /422 in \d+ ms: unknown method, again in 1 s\n[\s\S]*422 in \d+ ms: unknown method, given up\n/
  )
  await receiver.close()
})

test('listen ends when the receiver answers with 410, without skipping the event', async () => {
  const receiver = await startReceiver((response) => {
    response.statusCode = 410
    response.end()
  })
  const cursor = await newestCursor()
  await createMethod('Gone')
  const { code, stderr } = await listenUntil(receiver, ['--after', cursor], { isDone: () => false })
  assert.match(stderr, /answered with 410/)
  assert.match(stderr, new RegExp(`--after ${cursor}\n`))
  assert.equal(code, 1)
  await receiver.close()
})

test('with a cursor file, the next run continues after the last delivered event, without a gap', async () => {
  const receiver = await startReceiver()
  const file = join(s.cli.home, 'cursor.txt')
  const cursor = await newestCursor()
  const ids = [await createMethod('Before the stop')]
  const args = [
    '--cursor-file',
    'cursor.txt',
    '--type',
    'shipping_method.created',
    '--type',
    'product.created'
  ]
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const first = await listenUntil(receiver, [...args, '--after', cursor, '--secret', secret], {
    isDone: () => receiver.received.length === 1
  })
  assert.match(
    first.stderr,
    /To continue: purveyor webhooks listen --forward-to \S+ --type shipping_method\.created --type product\.created --cursor-file cursor\.txt\n/
  )
  assert.doesNotMatch(first.stderr, secretPattern)
  assert.equal(await readFile(file, 'utf8'), `${bodies(receiver.received)[0].cursor}\n`)
  ids.push(await createMethod('While it was stopped'))
  const expected = receiver.received.length + 1
  await listenUntil(receiver, args, {
    env: { PURVEYOR_WEBHOOK_SECRET: secret },
    isDone: () => receiver.received.length >= expected
  })
  assert.deepEqual(
    bodies(receiver.received).map(({ subject }) => subject.id),
    ids
  )
  for (const { body, headers } of receiver.received)
    new StandardWebhook(secret).verify(body, headers as Record<string, string>)

  await writeFile(file, 'not a cursor')
  const broken = await listenUntil(receiver, args, { isDone: () => false })
  assert.match(broken.stderr, /cursor\.txt has no cursor/)
  assert.equal(broken.code, 2)
  await receiver.close()
})

test('with a cursor file, the next run misses nothing, even if the first one has delivered nothing', async () => {
  const receiver = await startReceiver()
  const args = ['--cursor-file', 'new-cursor.txt', '--type', 'shipping_method.created']
  await newestCursor()
  await listenUntil(receiver, args, { isDone: (output) => output.includes('Secret: ') })
  const id = await createMethod('Between two runs')
  await listenUntil(receiver, args, { isDone: () => receiver.received.length === 1 })
  assert.deepEqual(
    bodies(receiver.received).map(({ subject }) => subject.id),
    [id]
  )
  await receiver.close()
})

test('listen refuses types that do not exist, and operators get the events of all vendors', async () => {
  const receiver = await startReceiver()
  const types = ['--type', 'product.created', '--type', 'product.exploded']
  const unknown = await listenUntil(receiver, types, { isDone: () => false })
  assert.match(unknown.stderr, /type +must be one of/)
  assert.equal(unknown.code, 1)

  const id = await createMethod('Of a vendor')
  const stop = new AbortController()
  const onOutput = () => {
    if (bodies(receiver.received).some(({ subject }) => subject.id === id)) stop.abort()
  }
  const args = ['webhooks', 'listen', '--forward-to', receiver.url, '--platform', '--since', '1h']
  await s.runAsOperator(args, { signal: stop.signal, onOutput })
  const body = bodies(receiver.received).find(({ subject }) => subject.id === id)
  assert.equal(body.vendorId, s.vendor.id)
  await receiver.close()
})
