import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let origin: string
before(async () => {
  t = await testApp()
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => t.close())

const path = '/vendor/products/export'
const csv = 'text/csv'
const ndjson = 'application/x-ndjson'
const head = 'company_id,product_id,product_code,vendor_price,amount\n'

const list = (vendor: TestVendor, accept: string, query = '') =>
  t.call(`GET ${path}${query}`, { as: vendor.viewer, headers: { accept } })

async function create(vendor: TestVendor, skus: string[]): Promise<string> {
  const sku = newId()
  const variants = skus.map((one) => ({ sku: one, name: one, vendorPrice: 1.5, initialInventory: 3 }))
  const body = { name: `Product ${sku}`, sku, variants }
  const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

describe('CSV', () => {
  test('has a header, a row for each variant, and a file name', async () => {
    const vendor = await t.vendor()
    const id = await create(vendor, ['A-1'])
    const { status, text, headers } = await list(vendor, csv)
    assert.equal(status, 200)
    assert.equal(text, `${head}${vendor.id},${id},A-1,1.50,3\n`)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(
      headers['content-disposition'] ?? '',
      /^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/
    )
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(headers.vary ?? '', /\baccept\b/i)
    assert.equal(headers.etag, undefined)
  })

  test('has only the header if there are no variants', async () =>
    assert.equal((await list(await t.vendor(), csv)).text, head))

  const cells: [string, string][] = [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['=a,"b"', `"'=a,""b"""`],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ["'a", "'a"],
    ['a=b', 'a=b'],
    ['é 😀 \\N', 'é 😀 \\N']
  ]
  for (const [sku, cell] of cells) {
    test(`contains the SKU ${sku} as ${cell}`, async () => {
      const vendor = await t.vendor()
      const id = await create(vendor, [sku])
      assert.equal((await list(vendor, csv)).text, `${head}${vendor.id},${id},${cell},1.50,3\n`)
    })
  }

  test('escapes a SKU that begins with a tab or a carriage return', async () => {
    const vendor = await t.vendor()
    const id = await create(vendor, ['A'])
    for (const [sku, cell] of [
      ['\t=1', "'\t=1"],
      ['\r=1', `"'\r=1"`]
    ] as const) {
      await t.sql`update variants set sku = ${sku} where product_id = ${id}`
      assert.equal((await list(vendor, csv)).text, `${head}${vendor.id},${id},${cell},1.50,3\n`)
    }
  })
})

describe('NDJSON', () => {
  test('has the same rows as the pages, whatever characters they contain', async () => {
    const vendor = await t.vendor()
    await create(await t.vendor(), ['OTHER'])
    await create(vendor, ['a "b" \\ c', '=1', 'é 😀 \\n', '</x>', '\\.', ','])
    await create(vendor, ['B-2', 'B-1'])
    const id = await create(vendor, ['C'])
    await t.sql`update variants set sku = ${'\u0001\u0002\t\r\n\u007f\u2028'} where product_id = ${id}`
    const pages = await list(vendor, '*/*')
    const { status, text, headers } = await list(vendor, ndjson)
    assert.equal(status, 200)
    assert.ok(text.endsWith('\n'))
    assert.deepEqual(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      pages.body.products
    )
    assert.equal(pages.body.products.length, 9)
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  })

  test('is empty if there are no variants', async () => {
    const { status, text } = await list(await t.vendor(), ndjson)
    assert.deepEqual([status, text], [200, ''])
  })
})

describe('a stream', () => {
  for (const accept of [csv, ndjson]) {
    test(`of ${accept} refuses paging parameters`, async () => {
      const vendor = await t.vendor()
      assertFaults(await list(vendor, accept, '?first=10&after=x'), {
        first: 'NOT_TOGETHER',
        after: 'NOT_TOGETHER'
      })
      assertFaults(await list(vendor, accept, '?all=true'), { all: 'UNKNOWN_PARAMETER' })
    })

    test(`of ${accept} has headers but no body in the response to HEAD`, async () => {
      const vendor = await t.vendor()
      const answer = await t.app.inject({
        method: 'HEAD',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${vendor.viewer}`, accept }
      })
      assert.deepEqual([answer.statusCode, answer.body], [200, ''])
      assert.match(String(answer.headers['content-type']), new RegExp(`^${accept}`))
      assert.equal(answer.headers['content-length'], undefined)
    })
  }
})

/** Enough rows to exceed the buffers between the database and the client. */
const manyRows = 15_000

async function vendorWithManyRows(): Promise<TestVendor & { productId: string }> {
  const vendor = await t.vendor()
  const productId = await create(vendor, [])
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), ${productId}, ${vendor.id}, i, repeat('x', 2000) || i, 'Long', 1
    from generate_series(1, ${manyRows}::int) as i`
  return { ...vendor, productId }
}

function open(vendor: TestVendor, accept = csv, coding = 'identity'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${vendor.viewer}`, accept, 'accept-encoding': coding }
  return new Promise((resolve, reject) => {
    get(`${origin}/api/v1${path}`, { headers, agent: false }, resolve).on('error', reject)
  })
}

async function sessions(): Promise<number> {
  const rows = await t.sql`
    select from pg_stat_activity where datname = current_database() and query like 'copy %'`
  return rows.length
}

async function untilSessions(count: number): Promise<void> {
  while ((await sessions()) !== count) await sleep(20)
}

describe('a long stream', () => {
  let vendor: Awaited<ReturnType<typeof vendorWithManyRows>>
  before(async () => {
    vendor = await vendorWithManyRows()
  })

  test('is a consistent snapshot, however slowly it is read', async () => {
    const answer = await open(vendor)
    assert.equal(answer.statusCode, 200)
    assert.equal(await sessions(), 1)
    await create(vendor, ['LATE'])
    await t.sql`update variants set sku = 'CHANGED' where product_id = ${vendor.productId} and position = ${manyRows}`
    assert.equal(await sessions(), 1)
    const lines = (await text(answer)).split('\n')
    assert.equal(lines.length, manyRows + 2)
    assert.ok(!lines.some((line) => /LATE|CHANGED/.test(line)))
    assert.ok(lines.some((line) => line.includes(`x${manyRows},`)))
    await untilSessions(0)
    assert.match(await text(await open(vendor)), /LATE/)
  })

  test('ends its database session if the client disconnects', async () => {
    const answer = await open(vendor, ndjson)
    assert.equal(await sessions(), 1)
    answer.destroy()
    await untilSessions(0)
  })

  test('is aborted, not ended normally, if its database session is terminated', async () => {
    const answer = await open(vendor)
    await t.sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and query like 'copy %'`
    await assert.rejects(text(answer))
    await untilSessions(0)
  })

  test('is refused with 503 beyond 2 streams of a vendor or 4 of the process', async () => {
    const other = await vendorWithManyRows()
    const running = await Promise.all([open(vendor), open(vendor)])
    assertBusy(await list(vendor, ndjson))
    assert.equal((await list(vendor, 'application/json')).status, 200)
    running.push(...(await Promise.all([open(other), open(other)])))
    const third = await t.vendor()
    assertBusy(await list(third, csv))
    running.pop()?.destroy()
    await untilSessions(3)
    assert.equal((await list(third, csv)).status, 200)
    for (const answer of running) answer.destroy()
    await untilSessions(0)
    assert.equal((await list(vendor, csv)).status, 200)
  })
})

describe('a long compressed stream', () => {
  let vendor: TestVendor
  before(async () => {
    const many = await vendorWithManyRows()
    // These texts don't become much smaller, so that the stream exceeds the buffers.
    await t.sql`
      update variants set sku = (select string_agg(md5(position::text || '-' || j), '') from generate_series(1, 62) as j)
      where product_id = ${many.productId}`
    vendor = many
  })

  test('has the same content as without compression', async () => {
    const answer = await open(vendor, csv, 'gzip')
    assert.equal(answer.headers['content-encoding'], 'gzip')
    assert.equal(answer.headers.vary, 'Accept, Accept-Encoding')
    assert.equal(answer.headers['content-length'], undefined)
    assert.equal(await text(answer.pipe(createGunzip())), await text(await open(vendor, csv)))
    await untilSessions(0)
  })

  test('ends its database session if the client disconnects', async () => {
    const answer = await open(vendor, ndjson, 'zstd')
    assert.equal(await sessions(), 1)
    answer.destroy()
    await untilSessions(0)
  })

  test('is aborted, not ended normally, if its database session is terminated', async () => {
    const answer = await open(vendor, csv, 'br')
    await t.sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and query like 'copy %'`
    await assert.rejects(buffer(answer))
    await untilSessions(0)
  })
})

function assertBusy(answer: Awaited<ReturnType<typeof list>>): void {
  assertProblem(answer, 503, 'UNAVAILABLE')
  assert.ok(Number(answer.headers['retry-after']) >= 1)
  assert.equal(answer.headers['content-disposition'], undefined)
}
