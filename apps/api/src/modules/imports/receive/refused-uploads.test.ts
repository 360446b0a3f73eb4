import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUploads, item, items, uploadPath } from '../../../../test/uploads.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const { upload, uploadRaw, uploadLines, jobs, assertNothingLeft } = bulkUploads(() => ({ t, vendor }))

describe('a JSON body that is refused leaves no job', () => {
  const cases: [title: string, body: unknown, faults: Record<string, string>][] = [
    ['no list', { dry_run: true }, { '/items': 'REQUIRED' }],
    ['null for the list', { items: null }, { '/items': 'REQUIRED' }],
    ['a list that is not an array', { items: {} }, { '/items': 'INVALID_TYPE' }],
    ['an empty list', { items: [] }, { '/items': 'TOO_FEW' }],
    ['a body that is not an object', [item('A')], { '': 'INVALID_TYPE' }],
    ['null', null, { '': 'REQUIRED' }],
    [
      'invalid options, reported together with invalid items',
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
      'unknown options under reject_failed_items',
      { items: [{ ...item('A'), code: 1 }], error_policy: 'reject_failed_items', onexisting: 'fail' },
      { '/onexisting': 'UNKNOWN_FIELD' }
    ],
    [
      'items that are not objects',
      { items: [item('A'), null, 'x', []] },
      { '/items/1': 'REQUIRED', '/items/2': 'INVALID_TYPE', '/items/3': 'INVALID_TYPE' }
    ],
    [
      'all errors of all items',
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

  test('an empty body, and invalid JSON, which is reported with its line and column', async () => {
    assertFaults(await uploadRaw(''), { '': 'REQUIRED' })
    assertFaults(await t.call(`POST ${uploadPath}`, { as: vendor.owner }), { '': 'REQUIRED' })
    const answer = await uploadRaw('{"items": [\n {"code": 1},\n {"code": x}]}')
    assertFaults(answer, { '': 'INVALID_JSON' })
    assert.match(answer.text, /line 3, column 11/)
    assertFaults(await uploadRaw(Buffer.from('{"items":["\xff"]}', 'latin1')), { '': 'INVALID_UTF8' })
    await assertNothingLeft()
  })

  test('values that cannot be stored exactly, reported with their pointers', async () => {
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

  test('an invalid item after several stored chunks', async () => {
    assertFaults(await upload({ items: [...items(3_000), {}] }), {
      '/items/3000/product': 'REQUIRED',
      '/items/3000/code': 'REQUIRED',
      '/items/3000/vendor_price': 'REQUIRED'
    })
    await assertNothingLeft()
  })

  test('more than 1,000 errors, of which the first 1,000 are listed and all are counted', async () => {
    const answer = await upload({ items: Array.from({ length: 400 }, () => ({})) })
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.deepEqual([answer.body.errors.length, answer.body.errorCount], [1_000, 1_200])
    assert.match(answer.body.detail, /and 1199 more/)
  })

  test('an item with variants that may have more errors than were counted', async () => {
    const { body } = await upload({ items: [{ name: 'A', sku: 'A', variants: Array(200).fill({}) }] })
    assert.deepEqual([body.errorCount, body.errorCountIsExact], [101, false])
  })

  test('more than 50,000 items', async () => {
    const short = (count: number) =>
      gzipSync(`{"error_policy":"reject_failed_items","items":[${Array(count).fill('1').join()}]}`)
    const headers = { 'content-encoding': 'gzip' }
    assertFaults(await uploadRaw(short(50_001), headers), { '/items': 'TOO_MANY' })
    await assertNothingLeft()
    assert.equal((await uploadRaw(short(50_000), headers)).status, 200)
    assert.equal((await jobs())[0]?.itemsTotal, 50_000)
  })

  test('more than 64 MiB after decompression', async () => {
    const body = JSON.stringify({ items: [item('A')] })
    const padded = (more: number) =>
      gzipSync(body + ' '.repeat(64 * 1024 * 1024 - body.length + more), { level: 1 })
    const headers = { 'content-encoding': 'gzip' }
    assertProblem(await uploadRaw(padded(1), headers), 413, 'PAYLOAD_TOO_LARGE')
    await assertNothingLeft()
    assert.equal((await uploadRaw(padded(0), headers)).status, 200)
  })

  test('gzip data that is invalid, truncated or followed by other bytes', async () => {
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

  test('gzip data without Content-Encoding, also if it arrives byte by byte', async () => {
    const raw = gzipSync(JSON.stringify({ items: [item('A')] }))
    for (const type of ['application/json', 'application/x-ndjson']) {
      for (const encoding of [undefined, 'identity']) {
        const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
        const answer = await uploadRaw(raw, headers)
        assertProblem(answer, 415, 'GZIP_NOT_DECLARED')
        assert.match(answer.body.detail, /Send it with the header Content-Encoding: gzip\.$/)
      }
    }
    await assertNothingLeft()
  })

  test('data that is compressed twice, or with zstd', async () => {
    const line = JSON.stringify(item('A'))
    const headers = { 'content-type': 'application/x-ndjson' }
    const twice = await uploadRaw(gzipSync(gzipSync(line)), { ...headers, 'content-encoding': 'gzip' })
    assertProblem(twice, 415, 'GZIP_NOT_DECLARED')
    const zstd = await uploadRaw(zstdCompressSync(line), headers)
    assertProblem(zstd, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(zstd.body.detail, /zstd/)
    await assertNothingLeft()
  })

  test('NDJSON that is sent as JSON', async () => {
    const line = JSON.stringify(item('A'))
    for (const raw of [
      `${line}\n${line}\n`,
      `${line}\r\n${line}`,
      `${line}\n\n${line}`,
      `${line}\n${line}\n{"code":`,
      Array.from({ length: 5_000 }, (_, index) => JSON.stringify(item(`A-${index}`))).join('\n')
    ]) {
      const answer = await uploadRaw(raw, {})
      assertProblem(answer, 415, 'NDJSON_NOT_DECLARED')
      assert.match(answer.body.detail, /Content-Type: application\/x-ndjson\.$/)
    }
    for (const raw of [`${line}${line}`, `${line} ${line}`, `${line}\n}`, `${line}\nx`]) {
      assertFaults(await uploadRaw(raw, {}), { '': 'INVALID_JSON' })
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
    const answer = await t.call(`POST ${uploadPath}?dry_run=true&on_existing=skip`, {
      as: vendor.owner,
      body: { items: [item('A')] }
    })
    assertFaults(answer, { dry_run: 'UNKNOWN_PARAMETER', on_existing: 'UNKNOWN_PARAMETER' })
    assert.match(answer.body.errors[0].message, /; or send NDJSON with Content-Type: application\/x-ndjson$/)
    assertFaults(await uploadLines('{}', '?error_policy=reject_all&dryrun=1'), {
      error_policy: 'NOT_ALLOWED',
      dryrun: 'UNKNOWN_PARAMETER'
    })
    await assertNothingLeft()
  })
})
