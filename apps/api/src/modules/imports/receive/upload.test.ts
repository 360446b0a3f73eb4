import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteAbandonedUploads } from './intake-queries.ts'
import type { PreparedItem } from './upload-item.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const path = '/vendor/products/bulk-upload'
type Headers = Record<string, string>
const upload = (body: unknown, headers: Headers = {}, as = vendor.owner) =>
  t.call(`POST ${path}`, { as, body, headers })
const uploadRaw = (raw: string | Buffer, headers: Headers = {}) =>
  t.call(`POST ${path}`, { as: vendor.owner, raw, headers })
const uploadLines = (raw: string | Buffer, query = '', headers: Headers = {}) =>
  t.call(`POST ${path}${query}`, {
    as: vendor.owner,
    raw,
    headers: { 'content-type': 'application/x-ndjson', ...headers }
  })
const item = (code: string, more: object = {}) => ({
  product: `Bolt ${code}`,
  code,
  vendor_price: 1.5,
  ...more
})
const items = (count: number) => Array.from({ length: count }, (_, index) => item(`C-${index}`))
const linesOf = (list: unknown[]) => list.map((one) => JSON.stringify(one)).join('\n')

type Job = {
  id: string
  status: string
  itemsTotal: number
  source: string
  dryRun: boolean
  onExisting: string
  errorPolicy: string
}
const jobs = (vendorId = vendor.id) =>
  t.sql<Job[]>`select * from import_jobs where vendor_id = ${vendorId} order by id`
const assertNothingLeft = async () => {
  assert.deepEqual([...(await jobs())], [])
  assert.deepEqual([...(await t.sql`select job_id from import_chunks where vendor_id = ${vendor.id}`)], [])
}
type Chunk = {
  position: number
  firstIndex: number
  itemCount: number
  submitted: string
  prepared: PreparedItem[]
}
const chunks = (id: string) =>
  t.sql<Chunk[]>`select * from import_chunks where job_id = ${id} order by position`
const errorsOf = (prepared: PreparedItem | undefined) =>
  prepared && 'errors' in prepared ? prepared.errors.map(({ code, field }) => [field, code]) : []

describe('an upload that is right', () => {
  test('is stored, queued, and told as an event', async () => {
    const answer = await upload({
      items: [item('A', { _index: 3 }), item('B')],
      dry_run: true,
      on_existing: 'skip'
    })
    assert.equal(answer.status, 200, answer.text)
    const [job] = await jobs()
    assert.equal(answer.body.queue_id, job?.id)
    assert.deepEqual(
      [job?.status, job?.itemsTotal, job?.source, job?.dryRun, job?.onExisting, job?.errorPolicy],
      ['QUEUED', 2, 'JSON', true, 'skip', 'reject_all']
    )
    const [chunk] = await chunks(answer.body.queue_id)
    assert.deepEqual([chunk?.firstIndex, chunk?.itemCount], [0, 2])
    assert.equal(chunk?.submitted, linesOf([item('A'), item('B')]))
    assert.equal(chunk?.prepared.length, 2)
    const [event] = await t.sql`select type, subject_id from events where vendor_id = ${vendor.id}`
    assert.deepEqual([event?.type, event?.subjectId], ['import_job.queued', job?.id])
  })

  test('may have its members in any order, and text over many lines', async () => {
    const body = JSON.stringify({ dry_run: false, items: [item('A')], error_policy: null }, undefined, 2)
    const { body: answer } = await uploadRaw(body)
    const [chunk] = await chunks(answer.queue_id)
    assert.equal(chunk?.submitted.split('\n').length, 1)
    assert.deepEqual(JSON.parse(chunk?.submitted ?? ''), item('A'))
  })

  test('is stored in chunks of at most 200 items', async () => {
    const { body } = await upload({ items: items(401) })
    const found = await chunks(body.queue_id)
    assert.deepEqual(
      found.map(({ position, firstIndex, itemCount }) => [position, firstIndex, itemCount]),
      [
        [0, 0, 200],
        [1, 200, 200],
        [2, 400, 1]
      ]
    )
    assert.equal(found[1]?.submitted.split('\n').length, 200)
  })

  test('as NDJSON may have blank lines, CRLF and no line feed at its end; its options are in the query', async () => {
    const text = `\n${JSON.stringify(item('A'))}\r\n  \n${JSON.stringify(item('B'))}`
    const { body } = await uploadLines(
      text,
      '?dry_run=true&on_existing=update&error_policy=reject_failed_items'
    )
    const [job] = await jobs()
    assert.deepEqual(
      [job?.id, job?.itemsTotal, job?.source, job?.dryRun, job?.onExisting, job?.errorPolicy],
      [body.queue_id, 2, 'NDJSON', true, 'update', 'reject_failed_items']
    )
  })

  test('may be compressed with gzip, in several members too', async () => {
    const text = JSON.stringify({ items: [item('A')] })
    const parts = Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])
    assert.equal((await uploadRaw(gzipSync(text), { 'content-encoding': 'gzip' })).status, 200)
    assert.equal((await uploadRaw(parts, { 'content-encoding': 'GZIP' })).status, 200)
    assert.equal((await uploadRaw(text, { 'content-encoding': 'identity' })).status, 200)
    const lines = await uploadLines(gzipSync(linesOf([item('A')])), '', { 'content-encoding': 'gzip' })
    assert.equal(lines.status, 200)
  })

  test('EDITOR may, a VIEWER, a stranger and an operator may not, whatever they send', async () => {
    assert.equal((await upload({ items: [item('A')] }, {}, vendor.editor)).status, 200)
    assertProblem(await upload({ nonsense: 1 }, {}, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(`POST ${path}`, { raw: '{' }), 401, 'UNAUTHENTICATED')
    assertProblem(await upload({}, {}, await t.operator()), 403, 'NO_MEMBERSHIP')
  })
})

describe('a JSON body that is refused leaves no job', () => {
  const cases: [title: string, body: unknown, faults: Record<string, string>][] = [
    ['no list', { dry_run: true }, { '/items': 'REQUIRED' }],
    ['null for the list', { items: null }, { '/items': 'REQUIRED' }],
    ['a list that is none', { items: {} }, { '/items': 'INVALID_TYPE' }],
    ['an empty list', { items: [] }, { '/items': 'TOO_FEW' }],
    ['a body that is no object', [item('A')], { '': 'INVALID_TYPE' }],
    ['null', null, { '': 'REQUIRED' }],
    [
      'options of the wrong form, told with the items',
      { items: [{ ...item('A'), code: 1 }], dry_run: 'true', on_existing: 'x', error_policy: 1, 'a/b': 1 },
      {
        '/items/0/code': 'INVALID_TYPE',
        '/dry_run': 'INVALID_TYPE',
        '/on_existing': 'NOT_ALLOWED',
        '/error_policy': 'INVALID_TYPE',
        '/a~1b': 'UNKNOWN_FIELD'
      }
    ],
    [
      'options are refused whatever the policy',
      { items: [{ ...item('A'), code: 1 }], error_policy: 'reject_failed_items', onexisting: 'fail' },
      { '/onexisting': 'UNKNOWN_FIELD' }
    ],
    [
      'items that are no objects',
      { items: [item('A'), null, 'x', []] },
      { '/items/1': 'REQUIRED', '/items/2': 'INVALID_TYPE', '/items/3': 'INVALID_TYPE' }
    ],
    [
      'all faults of all items',
      { items: [item('A', { status: 'PUBLISHED', amount: -1 }), item('B'), { 'x/y': 1, price: 3 }] },
      {
        '/items/0/status': 'STATUS_NOT_WRITABLE',
        '/items/0/amount': 'TOO_SMALL',
        '/items/2/product': 'REQUIRED',
        '/items/2/code': 'REQUIRED',
        '/items/2/vendor_price': 'REQUIRED',
        '/items/2/x~1y': 'UNKNOWN_FIELD'
      }
    ]
  ]
  for (const [title, body, faults] of cases) {
    test(title, async () => {
      assertFaults(await upload(body), faults)
      await assertNothingLeft()
    })
  }

  test('no body, and what is no JSON, with line and column of the whole body', async () => {
    assertFaults(await uploadRaw(''), { '': 'REQUIRED' })
    assertFaults(await t.call(`POST ${path}`, { as: vendor.owner }), { '': 'REQUIRED' })
    const answer = await uploadRaw('{"items": [\n {"code": 1},\n {"code": x}]}')
    assertFaults(answer, { '': 'INVALID_JSON' })
    assert.match(answer.text, /line 3, column 11/)
    assertFaults(await uploadRaw(Buffer.from('{"items":["\xff"]}', 'latin1')), { '': 'INVALID_UTF8' })
    await assertNothingLeft()
  })

  test('text that cannot be kept exactly, at its place', async () => {
    const raw =
      '{"items":[{"product":"a\\u0000bc","code":"x","code":"y","vendor_price":1.0000000000000000001}]}'
    assertFaults(await uploadRaw(raw), {
      '/items/0/product': 'NUL_CHARACTER',
      '/items/0/code': 'DUPLICATE_KEY',
      '/items/0/vendor_price': 'NUMBER_PRECISION'
    })
    assertFaults(await uploadRaw('{"items":[{"__proto__":1}],"items":[]}'), {
      '/items/0/__proto__': 'FORBIDDEN_KEY',
      '/items': 'DUPLICATE_KEY'
    })
  })

  test('more than one chunk was stored before the fault came', async () => {
    assertFaults(await upload({ items: [...items(3_000), {}] }), {
      '/items/3000/product': 'REQUIRED',
      '/items/3000/code': 'REQUIRED',
      '/items/3000/vendor_price': 'REQUIRED'
    })
    await assertNothingLeft()
  })

  test('the first 1,000 faults are listed, all are counted', async () => {
    const answer = await upload({ items: Array.from({ length: 400 }, () => ({})) })
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.deepEqual([answer.body.errors.length, answer.body.errorCount], [1_000, 1_200])
    assert.match(answer.body.detail, /and 1199 more/)
  })

  test('50,001 items are too many, 50,000 are not', async () => {
    const short = (count: number) =>
      gzipSync(`{"error_policy":"reject_failed_items","items":[${Array(count).fill('1').join()}]}`)
    const headers = { 'content-encoding': 'gzip' }
    assertFaults(await uploadRaw(short(50_001), headers), { '/items': 'TOO_MANY' })
    await assertNothingLeft()
    assert.equal((await uploadRaw(short(50_000), headers)).status, 200)
    assert.equal((await jobs())[0]?.itemsTotal, 50_000)
  })

  test('64 MiB may be unfolded, not a byte more', async () => {
    const body = JSON.stringify({ items: [item('A')] })
    const padded = (more: number) =>
      gzipSync(body + ' '.repeat(64 * 1024 * 1024 - body.length + more), { level: 1 })
    const headers = { 'content-encoding': 'gzip' }
    assertProblem(await uploadRaw(padded(1), headers), 413, 'PAYLOAD_TOO_LARGE')
    await assertNothingLeft()
    assert.equal((await uploadRaw(padded(0), headers)).status, 200)
  })

  test('gzip that is broken, cut or followed by something else', async () => {
    const whole = gzipSync(JSON.stringify({ items: [item('A')] }))
    for (const raw of [
      whole.subarray(0, -9),
      Buffer.concat([whole, Buffer.from('x')]),
      Buffer.from('{}'),
      Buffer.alloc(0)
    ]) {
      if (raw.length > 0)
        assertProblem(await uploadRaw(raw, { 'content-encoding': 'gzip' }), 400, 'BAD_REQUEST')
    }
    await assertNothingLeft()
  })

  test('other content types and encodings', async () => {
    for (const type of ['text/csv', 'application/jsonx', 'multipart/form-data; boundary=x']) {
      assertProblem(await uploadRaw('{}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      assertProblem(await uploadRaw('{}', { 'content-encoding': encoding }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test('options in the query', async () => {
    const answer = await t.call(`POST ${path}?dry_run=true&on_existing=skip`, {
      as: vendor.owner,
      body: { items: [item('A')] }
    })
    assertFaults(answer, { dry_run: 'UNKNOWN_PARAMETER', on_existing: 'UNKNOWN_PARAMETER' })
    assertFaults(await uploadLines('{}', '?error_policy=reject_all&dryrun=1'), {
      error_policy: 'NOT_ALLOWED',
      dryrun: 'UNKNOWN_PARAMETER'
    })
    await assertNothingLeft()
  })
})

describe('items that fail on the job', () => {
  test('are those that are no good, where the policy says so', async () => {
    const { body } = await upload({
      items: [item('A'), { ...item('B'), amount: 1.5, colour: 'red' }, 7],
      error_policy: 'reject_failed_items'
    })
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(chunk?.prepared.map(errorsOf), [
      [],
      [
        ['amount', 'INVALID_TYPE'],
        ['colour', 'UNKNOWN_FIELD']
      ],
      [[null, 'INVALID_TYPE']]
    ])
    assert.deepEqual(Object.keys(chunk?.prepared[1] ?? {}).sort(), ['errors', 'sku'])
  })

  test('are those whose code came before, in any chunk and under any policy', async () => {
    const { body } = await upload({ items: [...items(300), item('C-7'), item('c-7')] })
    const [, chunk] = await chunks(body.queue_id)
    const twice = chunk?.prepared[100]
    assert.deepEqual(errorsOf(twice), [['code', 'DUPLICATE_CODE']])
    assert.match(JSON.stringify(twice), /item 7 /)
    assert.deepEqual(errorsOf(chunk?.prepared[101]), [])
  })

  test('are lines that cannot be read, which say where they stand', async () => {
    const long = JSON.stringify(item('L', { brand: 'x'.repeat(1024 * 1024) }))
    const lines = Buffer.concat([
      Buffer.from(`\n{"code": }\n[1]\n"x"\nnull\n${long}\n`),
      Buffer.from('{"a":"\xff"}\n', 'latin1'),
      Buffer.from(`{"code":"A","code":"B","a\\u0000":1}\n\ufeff{}\n${JSON.stringify(item('Z'))}\n`)
    ])
    const { body } = await uploadLines(lines)
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(chunk?.prepared.map(errorsOf), [
      [[null, 'INVALID_JSON']],
      [[null, 'INVALID_TYPE']],
      [[null, 'INVALID_TYPE']],
      [[null, 'INVALID_TYPE']],
      [[null, 'LINE_TOO_LONG']],
      [[null, 'INVALID_UTF8']],
      [
        ['code', 'DUPLICATE_KEY'],
        [null, 'NUL_CHARACTER']
      ],
      [[null, 'INVALID_JSON']],
      []
    ])
    const messages = chunk?.prepared.map((one) => ('errors' in one ? one.errors[0]?.message : ''))
    for (const [index, line] of [
      [0, 2],
      [4, 6],
      [5, 7],
      [7, 9]
    ] as const) {
      assert.match(messages?.[index] ?? '', new RegExp(`^line ${line} `))
    }
    const submitted = chunk?.submitted.split('\n') ?? []
    assert.equal(submitted.length, 9)
    assert.equal(JSON.parse(submitted[0] ?? ''), '{"code": }')
    assert.equal(JSON.parse(submitted[4] ?? '').length, 1_000)
  })

  test('name categories that are no ids, unknown or have blanks about them', async () => {
    const known = newId()
    await t.sql`insert into categories (id, name, slug) values (${known}, ${'Bolts'}, ${`bolts-${known}`})`
    const unknown = newId()
    const list = [
      known,
      known.toUpperCase(),
      `${known},${unknown}`,
      `${known}, ${known}`,
      ` ${known}`,
      17
    ].map((ids, index) => item(`K-${index}`, { category_ids: ids }))
    const { body } = await upload({ items: list, error_policy: 'reject_failed_items' })
    const [chunk] = await chunks(body.queue_id)
    assert.deepEqual(
      chunk?.prepared.map((one) => ('errors' in one ? one.errors.map(({ code }) => code) : one.categoryIds)),
      [[known], [known], ['UNKNOWN_CATEGORY'], ['INVALID_UUID'], ['INVALID_UUID'], ['INVALID_UUID']]
    )
    const refused = await upload({ items: [item('A'), item('B', { category_ids: `${unknown},x` })] })
    assert.deepEqual(
      refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/items/1/category_ids', 'INVALID_UUID'],
        ['/items/1/category_ids', 'UNKNOWN_CATEGORY']
      ]
    )
    assert.match(refused.text, new RegExp(unknown))
  })

  test('an NDJSON body without any item is refused', async () => {
    for (const raw of ['\n', ' \r\n\n']) assertFaults(await uploadLines(raw), { '': 'TOO_FEW' })
    await assertNothingLeft()
  })
})

describe('Idempotency-Key', () => {
  test('the same upload is answered again and queued once, compressed or not', async () => {
    const headers = { 'idempotency-key': newId() }
    const text = JSON.stringify({ items: [item('A')] })
    const first = await uploadRaw(text, headers)
    const second = await uploadRaw(text, headers)
    const third = await uploadRaw(gzipSync(text), { ...headers, 'content-encoding': 'gzip' })
    assert.equal(second.text, first.text)
    assert.equal(third.text, first.text)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await jobs()).length, 1)
  })

  test('another body under the key is 422, told before it is validated', async () => {
    const headers = { 'idempotency-key': newId() }
    await upload({ items: [item('A')] }, headers)
    assertProblem(await upload({ items: 1 }, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await jobs()).length, 1)
  })

  test('a body that was refused can be sent again, mended', async () => {
    const headers = { 'idempotency-key': newId() }
    assert.equal((await upload({ items: [{}] }, headers)).status, 400)
    assert.equal((await upload({ items: [item('A')] }, headers)).status, 200)
    assertFaults(await upload({ items: [item('A')] }, { 'idempotency-key': 'k'.repeat(256) }), {
      'Idempotency-Key': 'INVALID_HEADER'
    })
  })

  test('twenty at once are one job', async () => {
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload({ items: items(1_200) }, headers))
    )
    const queued = answers.filter(({ status }) => status === 200)
    assert.equal(new Set(queued.map(({ text }) => text)).size, 1)
    for (const answer of answers) if (answer.status !== 200) assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
    assert.deepEqual(
      (await jobs()).map(({ id, status }) => [id, status]),
      [[queued[0]?.body.queue_id, 'QUEUED']]
    )
  })
})

describe('jobs under way', () => {
  test('are 55 of a vendor, however many come at once; others are not kept waiting', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => upload({ items: [item(`A-${n}`)] }))
    )
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 5)
    for (const answer of refused) assertProblem(answer, 429, 'TOO_MANY_JOBS')
    assert.equal((await jobs()).length, 55)
    const other = await t.vendor()
    assert.equal((await upload({ items: [item('A')] }, {}, other.owner)).status, 200)
    await t.sql`update import_jobs set status = 'COMPLETED', finished_at = now() where id = ${(await jobs())[0]?.id ?? ''}`
    assert.equal((await upload({ items: [item('A')] })).status, 200)
    assertProblem(await upload({ items: [item('A')] }), 429, 'TOO_MANY_JOBS')
  })

  test('one that is abandoned is swept after two minutes, one that shows life is not', async () => {
    const ids = [newId(), newId(), newId()]
    const [quiet = '', alive = '', queued = ''] = ids
    for (const id of ids) {
      await t.sql`
        insert into import_jobs (id, vendor_id, status, source, error_policy, origin, received_at)
        values (${id}, ${vendor.id}, ${id === queued ? 'QUEUED' : 'RECEIVING'}, 'NDJSON', 'reject_failed_items', '{}',
          now() - ${id === alive ? '110 seconds' : '121 seconds'}::interval)`
    }
    await deleteAbandonedUploads(t.sql)
    const left = (await jobs()).map(({ id }) => id)
    assert.deepEqual(left.sort(), [alive, queued].sort())
    assert.ok(!left.includes(quiet))
  })
})

describe('a body that is still arriving', () => {
  const open = async (t: TestApp, token: string) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const sending = httpRequest({
      port,
      method: 'POST',
      path: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-ndjson',
        connection: 'close'
      }
    })
    sending.on('error', () => {})
    return sending
  }
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  /** Sends so much that a chunk is stored, and no end. */
  const begin = async () => {
    const sending = await open(t, vendor.owner)
    sending.write(`${linesOf(items(9_000))}\n`)
    await until(async () => (await jobs()).length === 1)
    return sending
  }

  test('is a job that is RECEIVING, and leaves nothing when its client goes', async () => {
    const sending = await begin()
    assert.equal((await jobs())[0]?.status, 'RECEIVING')
    sending.destroy()
    await until(async () => (await jobs()).length === 0)
    await assertNothingLeft()
  })

  test('is answered 409 when its job was cancelled meanwhile, and its items are gone', async () => {
    const sending = await begin()
    await t.sql`update import_jobs set status = 'CANCELLED', finished_at = now() where vendor_id = ${vendor.id}`
    sending.end(linesOf([item('last')]))
    const [answer] = await once(sending, 'response')
    assert.equal(answer.statusCode, 409)
    assert.deepEqual([...(await t.sql`select 1 from import_chunks where vendor_id = ${vendor.id}`)], [])
    assert.deepEqual(
      (await jobs()).map(({ status }) => status),
      ['CANCELLED']
    )
  })
})
